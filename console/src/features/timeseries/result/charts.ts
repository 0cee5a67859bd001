import { countsFromStart, type Units } from '@granary/domain/timeseries/schema.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import type { ChartData, Line } from '../../../ui/chart/lines.ts'
import type { AnswerTable } from '../answer-query.ts'
import { columnsOf, type PointValue } from './points.ts'
import { allTimes, timeReader, valuesAt, withGaps } from './known-points.ts'
import { type Names, seriesLabels } from './series-labels.ts'

/** More lines are hard to tell apart. */
export const MAX_LINES = 20

export type ResultChart = {
  title: string
  unit: Units
  data: ChartData
  /** Number of series; those after {@link MAX_LINES} have no line. */
  series: number
  /** Whether the first point of each counter is left out: it counts since the counter's start. */
  leavesOutFirst: boolean
  /** Whether the values are mean increases of a counter in 5 seconds, as `align` makes them. */
  isRate: boolean
}

/** What a chart shows of each value. */
type Aspect = { words: string; numberOf: (value: PointValue | undefined) => number }

const toNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

const NUMBERS: readonly Aspect[] = [{ words: '', numberOf: toNumber }]

/** A distribution has a chart for each of its percentiles. */
const PERCENTILES: readonly Aspect[] = (
  [
    ['median', 'p50'],
    ['90th percentile', 'p90'],
    ['99th percentile', 'p99'],
  ] as const
).map(([words, name]) => ({
  words: `, ${words}`,
  numberOf: (value) => toNumber(typeof value === 'object' ? value?.[name] : undefined),
}))

const ASPECTS: Partial<Record<string, readonly Aspect[]>> = {
  integer: NUMBERS,
  double: NUMBERS,
  integer_distribution: PERCENTILES,
  double_distribution: PERCENTILES,
}

/**
 * Returns the charts for each value of a table; none for values that can't be drawn.
 * @param names names of resources, for the labels of lines.
 */
export function chartsOf(table: AnswerTable, names: Names): ResultChart[] {
  const metrics = table.name.split(',')
  return columnsOf(table).values.flatMap((column, at) => {
    const type = table.timeseries[0]?.points.values[at]?.values.type
    const schema = schemaNamed(metrics[at] ?? '')
    const counts = schema !== undefined && countsFromStart(schema)
    return (ASPECTS[type ?? ''] ?? []).map(({ words, numberOf }) => {
      const lines = linesOf(table, { at, numberOf, isRegular: counts }, names)
      return {
        title: `${metrics[at] ?? column}${words}`,
        unit: schema?.units ?? 'count',
        series: table.timeseries.length,
        ...lines,
        isRate: counts && !lines.leavesOutFirst,
      }
    })
  })
}

/** @param isRegular whether the values are read at regular times. Others are only written when they change. */
function linesOf(
  table: AnswerTable,
  { at, numberOf, isRegular }: { at: number; isRegular: boolean } & Pick<Aspect, 'numberOf'>,
  names: Names,
): Pick<ResultChart, 'data' | 'leavesOutFirst'> {
  const shown = table.timeseries.slice(0, MAX_LINES)
  const labels = seriesLabels(shown, columnsOf(table).values[at]!, names)
  const isDelta = shown.some(({ points }) => points.startTimes != null)
  const from = isDelta ? 1 : 0
  const timesOf = timeReader(from)
  const series = shown.map(({ points }) => {
    const { values } = points.values[at]!.values
    const numbers = Float64Array.from<PointValue | undefined>(values, numberOf).subarray(from)
    const known = { times: timesOf(points.timestamps), values: numbers }
    return isRegular ? withGaps(known) : known
  })
  const times = allTimes(series)
  const lines = series.map((known, index): Line => ({
    label: labels[index]!,
    values: valuesAt(known, times),
  }))
  return { data: { times, lines }, leavesOutFirst: isDelta }
}
