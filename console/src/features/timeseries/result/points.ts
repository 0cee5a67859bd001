import { valueNames } from '@granary/domain/timeseries/value-names.ts'
import type { AnswerTable } from '../answer-query.ts'

type Series = AnswerTable['timeseries'][number]
export type PointValue = Series['points']['values'][number]['values']['values'][number]

/** The columns of a table of an answer. */
export type Columns = {
  /** Whether the values count from a start time on. */
  hasStart: boolean
  fields: readonly string[]
  /** Names of the values, each once: those of the metrics, several after `join`. */
  values: readonly string[]
}

export type Point = {
  /** Milliseconds since 1970; null for gauges. */
  start: number | null
  time: number
  fields: readonly (string | number | boolean)[]
  values: readonly PointValue[]
}

/** Returns the columns of a table. */
export function columnsOf({ name, timeseries }: AnswerTable): Columns {
  const [first] = timeseries
  const count = first?.points.values.length ?? name.split(',').length
  return {
    hasStart: timeseries.some(({ points }) => points.startTimes != null),
    fields: Object.keys(first?.fields ?? {}),
    values: valueNames(name, count),
  }
}

/** Returns the number of points of a table. */
export const pointCount = ({ timeseries }: AnswerTable): number =>
  timeseries.reduce((sum, { points }) => sum + points.timestamps.length, 0)

/** Yields the points of a series, oldest first, from an index on. */
function* pointsOf(series: Series, { fields }: Columns, from: number): Generator<Point> {
  const { points } = series
  const fieldValues = fields.map((name) => series.fields[name]?.value ?? '')
  for (let at = from; at < points.timestamps.length; at++) {
    const start = points.startTimes?.[at]
    yield {
      start: start == null ? null : Date.parse(start),
      time: Date.parse(points.timestamps[at]!),
      fields: fieldValues,
      values: points.values.map(({ values }) => values.values[at] ?? null),
    }
  }
}

/** Returns the newest points of all series of a table, newest first. */
export function newestPoints(table: AnswerTable, max: number): Point[] {
  const columns = columnsOf(table)
  const last = table.timeseries.flatMap((series) => [
    ...pointsOf(series, columns, Math.max(0, series.points.timestamps.length - max)),
  ])
  return last.toSorted((one, other) => other.time - one.time).slice(0, max)
}

/** Yields all points of a table, series by series. */
export function* allPoints(table: AnswerTable): Generator<Point> {
  const columns = columnsOf(table)
  for (const series of table.timeseries) yield* pointsOf(series, columns, 0)
}
