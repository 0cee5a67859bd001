import { expect, test } from 'vitest'
import { createPace, UNIT } from './pace.ts'

test('chunks grow while they are fast, up to 8 MiB, and shrink when they are slow, down to a unit', () => {
  const pace = createPace()
  const sizes = (milliseconds: number, times: number) =>
    Array.from({ length: times }, () => {
      pace.took(pace.size, milliseconds)
      return pace.size / UNIT
    })
  expect(pace.size).toBe(UNIT)
  expect(sizes(100, 5)).toEqual([2, 4, 8, 16, 16])
  // Neither fast nor slow: unchanged.
  expect(sizes(2_000, 2)).toEqual([16, 16])
  expect(sizes(10_000, 5)).toEqual([8, 4, 2, 1, 1])
})

test('ignores chunks that started before the last change', () => {
  const pace = createPace()
  pace.took(UNIT, 100)
  // Four other chunks of the first size were in transit at the same time.
  for (let at = 0; at < 4; at++) pace.took(UNIT, 100)
  expect(pace.size).toBe(2 * UNIT)
  pace.took(2 * UNIT, 100)
  pace.took(4 * UNIT, 9_000)
  for (let at = 0; at < 4; at++) pace.took(4 * UNIT, 9_000)
  expect(pace.size).toBe(2 * UNIT)
})
