import { isCumulative, type Units } from '@granary/domain/timeseries/schema.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import type { ChartData, Line } from '../../../ui/chart/lines.ts'
import type { AnswerTable } from '../answer-query.ts'
import { columnsOf } from './points.ts'
import { allTimes, knownValues, timeReader, valuesAt, withGaps } from './known-points.ts'
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

/**
 * Returns a chart for each value of a table; none for values that aren't numbers.
 * @param names names of resources, for the labels of lines.
 */
export function chartsOf(table: AnswerTable, names: Names): ResultChart[] {
  const metrics = table.name.split(',')
  return columnsOf(table).values.flatMap((column, at) => {
    const values = table.timeseries[0]?.points.values[at]?.values
    if (values?.type !== 'integer' && values?.type !== 'double') return []
    const schema = schemaNamed(metrics[at] ?? '')
    const counts = schema !== undefined && isCumulative(schema)
    const lines = linesOf(table, at, names, counts)
    return [
      {
        title: metrics[at] ?? column,
        unit: schema?.units ?? 'count',
        series: table.timeseries.length,
        ...lines,
        isRate: counts && !lines.leavesOutFirst,
      },
    ]
  })
}

/** @param isRegular whether the values are read at regular times. Others are only written when they change. */
function linesOf(
  table: AnswerTable,
  at: number,
  names: Names,
  isRegular: boolean,
): Pick<ResultChart, 'data' | 'leavesOutFirst'> {
  const shown = table.timeseries.slice(0, MAX_LINES)
  const labels = seriesLabels(shown, columnsOf(table).values[at]!, names)
  const isDelta = shown.some(({ points }) => points.startTimes != null)
  const from = isDelta ? 1 : 0
  const timesOf = timeReader(from)
  const series = shown.map(({ points }) => {
    const values = knownValues(points.values[at]!.values.values).subarray(from)
    const known = { times: timesOf(points.timestamps), values }
    return isRegular ? withGaps(known) : known
  })
  const times = allTimes(series)
  const lines = series.map((known, index): Line => ({
    label: labels[index]!,
    values: valuesAt(known, times),
  }))
  return { data: { times, lines }, leavesOutFirst: isDelta }
}
