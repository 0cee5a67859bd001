import { expect, test } from 'vitest'
import { panned, within, zoomed } from './zoom.ts'

const WHOLE = [0, 100_000] as const

test('a period stays inside of the whole one and keeps its length', () => {
  expect(within([-5000, 5000], WHOLE)).toEqual([0, 10_000])
  expect(within([95_000, 105_000], WHOLE)).toEqual([90_000, 100_000])
  expect(within([-10_000, 200_000], WHOLE)).toEqual([0, 100_000])
  expect(within([50_000, 50_001], WHOLE)).toEqual([50_000, 51_000])
})

test('zooming keeps the place of the cursor, and ends at the whole period', () => {
  expect(zoomed([0, 100_000], WHOLE, 0.5, 20_000)).toEqual([10_000, 60_000])
  expect(zoomed([10_000, 60_000], WHOLE, 2, 20_000)).toBe(null)
})

test('panning stops at the ends', () => {
  expect(panned([10_000, 20_000], WHOLE, 5000)).toEqual([15_000, 25_000])
  expect(panned([10_000, 20_000], WHOLE, -50_000)).toEqual([0, 10_000])
})
