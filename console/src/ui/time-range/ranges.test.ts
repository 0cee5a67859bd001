import { expect, test } from 'vitest'
import { periodOf, periodText, type Range, rangeOfSearch, rangeSearch, searchOfRange } from './ranges.ts'

const NOW = Date.UTC(2026, 0, 2, 12)

test('a preset ends now; a custom period stays', () => {
  expect(periodOf('hour', NOW)).toEqual([NOW - 3_600_000, NOW])
  expect(periodOf([1, 2], NOW)).toEqual([1, 2])
})

test('the URL restores the range', () => {
  const ranges: Range[] = ['hour', 'month', [NOW - 5000, NOW]]
  for (const range of ranges) expect(rangeOfSearch(rangeSearch(searchOfRange(range)))).toEqual(range)
  expect(searchOfRange('hour').range).toBe(undefined)
})

test('an invalid range of a URL counts as the default', () => {
  const read = (search: Record<string, unknown>) => rangeOfSearch(rangeSearch(search))
  expect(read({ range: 'year' })).toBe('hour')
  expect(read({ range: 'toString' })).toBe('hour')
  expect(read({ from: '2026-01-02', to: '2026-01-01' })).toBe('hour')
  expect(read({ from: 'x', to: '2026-01-01', range: 'day' })).toBe('day')
  expect(read({ from: 5, to: 6 })).toBe('hour')
  // Nothing can be calculated with the last times that a date can have.
  expect(read({ from: '-271821-04-20T00:00:00Z', to: '2026-01-01' })).toBe('hour')
  expect(read({ from: '2026-01-01', to: '+275760-09-13T00:00:00Z' })).toBe('hour')
})

test('a period within a day shows the date once', () => {
  const at = (day: number, hour: number) => new Date(2024, 0, day, hour).getTime()
  expect(periodText([at(2, 11), at(2, 12)], 'en-US')).toBe('1/2/24, 11:00 – 12:00')
  expect(periodText([at(1, 11), at(2, 0)], 'en-US')).toBe('1/1/24, 11:00 – 1/2/24, 00:00')
})
