import { queryProblem } from '@granary/domain/timeseries/plan/plan.ts'
import { expect, test } from 'vitest'
import { examplesFor } from './examples.ts'
import { pinnedQuery } from './pinned-query.ts'

const NOW = Date.parse('2026-03-04T12:00:00.250Z')
const END = ' | filter timestamp <= @2026-03-04T12:00:00.250'

test('times of a pinned query no longer depend on the clock', () => {
  const pinned = (condition: string) => pinnedQuery(`get a:b | filter ${condition}`, NOW)
  expect(pinned('timestamp > @now() - 1h')).toBe(
    `get a:b${END} | filter timestamp > @2026-03-04T11:00:00.250`,
  )
  expect(pinned('timestamp > @now ( )+ 1d && x == 1')).toBe(
    `get a:b${END} | filter timestamp > @2026-03-05T12:00:00.250 && x == 1`,
  )
  expect(pinned('timestamp > @09:30:00')).toBe(`get a:b${END} | filter timestamp > @2026-03-04T09:30:00.000`)
  expect(pinned('timestamp > @2025-01-01')).toBe(
    `get a:b${END} | filter timestamp > @2025-01-01T00:00:00.000`,
  )
  expect(pinned('name == "@now() - 1h"')).toBe(`get a:b${END} | filter name == "@now() - 1h"`)
})

test('every series of a query ends at the same time', () => {
  expect(pinnedQuery('{ get a:b; get c:d } | join', NOW)).toBe(`{ get a:b${END}; get c:d${END} } | join`)
})

test('pinned examples are valid, and stay as they are when they are pinned later', () => {
  for (const { query } of examplesFor(null)) {
    const pinned = pinnedQuery(query, NOW)
    expect(queryProblem(pinned, NOW, {})).toBe(null)
    expect(pinned).not.toContain('@now')
    expect(pinned.split('timestamp <= ').length).toBe(query.split(/\bget\b/).length)
  }
})
