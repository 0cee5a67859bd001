import { expect, test } from 'vitest'
import { createPace, UNIT } from './pace.ts'

test('pieces grow while they arrive soon, up to 8 MiB, and shrink when they are late, down to a unit', () => {
  const pace = createPace()
  const sizes = (milliseconds: number, times: number) =>
    Array.from({ length: times }, () => {
      pace.took(pace.size, milliseconds)
      return pace.size / UNIT
    })
  expect(pace.size).toBe(UNIT)
  expect(sizes(100, 5)).toEqual([2, 4, 8, 16, 16])
  // Neither soon nor late: as it is.
  expect(sizes(2_000, 2)).toEqual([16, 16])
  expect(sizes(10_000, 5)).toEqual([8, 4, 2, 1, 1])
})

test('what was begun before a change does not count again', () => {
  const pace = createPace()
  pace.took(UNIT, 100)
  // Four others of the first size were on their way at the same time.
  for (let at = 0; at < 4; at++) pace.took(UNIT, 100)
  expect(pace.size).toBe(2 * UNIT)
  pace.took(2 * UNIT, 100)
  pace.took(4 * UNIT, 9_000)
  for (let at = 0; at < 4; at++) pace.took(4 * UNIT, 9_000)
  expect(pace.size).toBe(2 * UNIT)
})
