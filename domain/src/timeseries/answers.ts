// Answers and the slow evaluator's series in one form, for tests that compare them.

import type { ResultTable } from './result.ts'
import type { SlowSeries } from './slow-evaluator.ts'
import { NOW } from './testing.ts'

/** Returns a time in a query. @param ago seconds before `NOW`. */
export const at = (ago: number) => `@${new Date(NOW.getTime() - ago * 1000).toISOString().slice(0, -1)}`

/**
 * Returns the series of an answer in the form of the slow evaluator.
 * @param column of several joined values.
 */
export function seriesOf(tables: readonly ResultTable[], column = 0): SlowSeries[] {
  const ago = (time: string) => (NOW.getTime() - Date.parse(time)) / 1000
  return tables[0]!.timeseries.map(({ fields, points }) => ({
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value as string])),
    points: points.timestamps.map((time, index) => ({
      startAgo: points.startTimes ? ago(points.startTimes[index]!) : null,
      ago: ago(time),
      value: points.values[column]!.values.values[index] as number,
    })),
  }))
}

/** Returns series whose values have six decimal places, because the order of a sum changes the last ones. */
export const rounded = (all: readonly SlowSeries[]) =>
  all.map(({ fields, points }) => ({
    fields,
    points: points.map((point) => ({
      ...point,
      value: point.value === null ? null : Number(point.value.toFixed(6)),
    })),
  }))
