import { queryText, type Stages, timestamp } from './query-text.ts'

const HOUR = 3_600_000
const SECONDS = 300
/** Instances of one query: the text of a query is limited to 4,096 characters. */
export const MAX_INSTANCES = 50

/** Returns the query of the CPU load of instances over the last hour, in points of five minutes. */
export function loadText(ids: readonly string[], now: number): string {
  const stages: Stages = [
    ['get virtual_machine:vcpu_usage'],
    [
      `filter timestamp >= @${timestamp(now - HOUR - 2 * SECONDS * 1000)}`,
      `timestamp < @${timestamp(now)}`,
      'state == "run"',
      `(${ids.map((id) => `instance_id == "${id}"`).join(' || ')})`,
    ],
    [`align mean_within(${SECONDS}s)`],
    ['group_by [instance_id], sum'],
  ]
  return queryText(stages)
}
