import type { Period } from '../../ui/chart/lines.ts'

/** A query for one chart. Filters without a value are left out. */
export type ChartQuery = {
  /** Target and metric: 'virtual_machine:vcpu_usage'. */
  metric: string
  filters: Readonly<Record<string, string | undefined>>
  groupBy?: { columns: readonly string[]; operation: 'sum' | 'mean' } | undefined
}

/** A query in stages; each stage is one line, and each further term of a filter one more. */
export type Stages = readonly (readonly string[])[]

const MIN_SECONDS = 5
const POINTS = 60

/** Returns the seconds that a point of a chart stands for: about 60 points a period, and at least 5 seconds. */
export const secondsPerPoint = ([from, to]: Period): number =>
  Math.max(MIN_SECONDS, Math.round((to - from) / 1000 / POINTS))

/** Formats a time for a query: UTC with milliseconds, which are 0, and without a zone. */
export const timestamp = (time: number): string =>
  new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, -1)

/**
 * Returns the stages of a query over a period. It begins two points earlier, because the first point of a cumulative metric
 * has everything since its start and is not shown.
 */
export function stagesOf({ metric, filters, groupBy }: ChartQuery, period: Period): Stages {
  const seconds = secondsPerPoint(period)
  const own = Object.entries(filters).filter(([, value]) => value)
  return [
    [`get ${metric}`],
    [
      `filter timestamp >= @${timestamp(period[0] - 2 * seconds * 1000)}`,
      `timestamp < @${timestamp(period[1])}`,
      ...own.map(([field, value]) => `${field} == "${value}"`),
    ],
    [`align mean_within(${seconds}s)`],
    ...(groupBy ? [[`group_by [${groupBy.columns.join(', ')}], ${groupBy.operation}`]] : []),
  ]
}

/** Joins the stages into the text that is sent. */
export const queryText = (stages: Stages): string => stages.map((terms) => terms.join(' && ')).join(' | ')

/** Joins the stages for people: one line for each stage and each further term. */
export const queryLines = (stages: Stages): string =>
  stages.map((terms) => terms.join('\n      && ')).join('\n  | ')
