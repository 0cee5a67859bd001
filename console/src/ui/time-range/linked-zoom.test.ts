import { expect, test } from 'vitest'
import { renderHook } from '../testing.ts'
import { searchOfZoom, useLinkedRange, zoomOfSearch } from './linked-zoom.ts'
import type { RangeSearch } from './ranges.ts'

const MINUTE = 60_000

test('the URL restores the zoomed period', () => {
  expect(zoomOfSearch(searchOfZoom([1_000, 2_500]))).toEqual([1_000, 2_500])
  expect(searchOfZoom([0, 1])).toEqual({ zoom: '1970-01-01T00:00:00.000Z/1970-01-01T00:00:00.001Z' })
  expect(zoomOfSearch(searchOfZoom(null))).toBe(null)
  const ends = '-271821-04-20T00:00:00Z/+275760-09-13T00:00:00Z'
  for (const zoom of [
    '',
    'x',
    '2026-01-01',
    '2026-01-02/2026-01-01',
    '2026-01-01/2026-01-02/2026-01-03',
    ends,
  ])
    expect(zoomOfSearch({ zoom })).toBe(null)
})

/** Opens a link. @returns its range, and what it changes in the URL. */
function open(search: RangeSearch) {
  const changes: RangeSearch[] = []
  const { result } = renderHook(() => useLinkedRange(search, (change) => changes.push(change)))
  return { range: result.current, changes }
}

test('a zoomed period that the preset no longer has is the range of an old link', () => {
  const [from, to] = [Date.now() - 90 * MINUTE, Date.now() - 80 * MINUTE]
  const search = searchOfZoom([from, to])
  const { range, changes } = open(search)
  expect(range).toEqual([from, to])
  expect(changes).toEqual([
    { range: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString(), zoom: undefined },
  ])
  expect(open({ ...search, range: 'three-hours' })).toEqual({ range: 'three-hours', changes: [] })
  const past = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
  expect(open({ ...past, ...search }).changes).toEqual([])
})
