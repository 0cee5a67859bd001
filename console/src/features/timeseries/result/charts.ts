import { isCumulative, type Units } from '@granary/domain/timeseries/schema.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import type { ChartData, Line } from '../../../ui/chart/lines.ts'
import type { AnswerTable } from '../answer-query.ts'
import { columnsOf } from './points.ts'
import { isGap, stepBefore } from './gaps.ts'
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
  const series = shown.map(({ points }) => {
    const values = points.values[at]!.values.values
    const known = points.timestamps.map((time, index): Known => {
      const value = values[index]
      return [Date.parse(time), typeof value === 'number' ? value : null]
    })
    const drawn = isDelta ? known.slice(1) : known
    return isRegular ? withGaps(drawn) : drawn
  })
  const times = [...new Set(series.flatMap((known) => known.map(([time]) => time)))].toSorted((a, b) => a - b)
  const lines = series.map((known, index): Line => ({
    label: labels[index]!,
    values: valuesAt(known, times),
  }))
  return { data: { times, lines }, leavesOutFirst: isDelta }
}

type Known = readonly [time: number, value: number | null]

/** Adds a point without a value to each gap of a series, so that no line is drawn over the time of a stopped machine. */
function withGaps(known: readonly Known[]): readonly Known[] {
  const times = known.map(([time]) => time)
  return known.flatMap((point, at): readonly Known[] =>
    isGap(times, at) ? [[times[at - 1]! + stepBefore(times, at), null], point] : [point],
  )
}

/**
 * Returns the value of a series at each time. Between two of its points it has the value of the line between them, so
 * that series that were read at different times can share a chart.
 */
function valuesAt(known: readonly Known[], times: readonly number[]): (number | null)[] {
  let next = 0
  return times.map((time) => {
    while (next < known.length && known[next]![0] < time) next++
    const after = known[next]
    const before = known[next - 1]
    if (!after) return null
    if (after[0] === time) return after[1]
    if (!before || before[1] === null || after[1] === null) return null
    return before[1] + ((after[1] - before[1]) * (time - before[0])) / (after[0] - before[0])
  })
}
