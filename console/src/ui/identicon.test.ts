import { expect, test } from 'vitest'
import { identiconBars } from './identicon.tsx'

test('draws a name always the same and symmetric', () => {
  const bars = identiconBars('harvest')
  expect(identiconBars('harvest')).toEqual(bars)
  expect(bars.toReversed()).toEqual(bars)
  expect(bars).toHaveLength(7)
})

test('draws similar names differently', () => {
  const looks = new Set(Array.from({ length: 20 }, (_, index) => identiconBars(`silo-${index}`).join()))
  expect(looks.size).toBeGreaterThan(16)
})
