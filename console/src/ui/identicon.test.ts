import { expect, test } from 'vitest'
import { identiconBars } from './identicon.tsx'

test('a name always looks the same, and is symmetric', () => {
  const bars = identiconBars('harvest')
  expect(identiconBars('harvest')).toEqual(bars)
  expect(bars.toReversed()).toEqual(bars)
  expect(bars).toHaveLength(7)
})

test('neighbouring names look different', () => {
  const looks = new Set(Array.from({ length: 20 }, (_, index) => identiconBars(`silo-${index}`).join()))
  expect(looks.size).toBeGreaterThan(16)
})
