import { expect, test } from 'vitest'
import { queryLines, queryText, secondsPerPoint, stagesOf } from './query-text.ts'

const END = Date.UTC(2026, 0, 2, 12, 0, 0, 250)
const last = (hours: number) => [END - hours * 3_600_000, END] as const
const query = {
  metric: 'virtual_disk:reads',
  filters: { attached_instance_id: 'i', disk_id: undefined },
  groupBy: { columns: ['attached_instance_id'], operation: 'sum' },
} as const

test('has about 60 points, none shorter than 5 seconds', () => {
  expect([last(1), last(3), last(24), last(0.01)].map(secondsPerPoint)).toEqual([60, 180, 1440, 5])
})

test('starts two points early, with the times first and without empty filters', () => {
  expect(queryText(stagesOf(query, last(1)))).toBe(
    'get virtual_disk:reads | filter timestamp >= @2026-01-02T10:58:00.000 && timestamp < @2026-01-02T12:00:00.000' +
      ' && attached_instance_id == "i" | align mean_within(60s) | group_by [attached_instance_id], sum',
  )
})

test('is shown with one line for each stage and term', () => {
  expect(queryLines(stagesOf({ ...query, groupBy: undefined }, last(1)))).toBe(
    [
      'get virtual_disk:reads',
      '  | filter timestamp >= @2026-01-02T10:58:00.000',
      '      && timestamp < @2026-01-02T12:00:00.000',
      '      && attached_instance_id == "i"',
      '  | align mean_within(60s)',
    ].join('\n'),
  )
})
