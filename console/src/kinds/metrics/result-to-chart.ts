import type { ChartData } from '../../ui/chart/lines.ts'
import type { UnitKind } from '../../ui/chart/units.ts'

/** The part of the answer to a query that charts read. */
export type QueryResult = {
  tables: readonly { timeseries: readonly ResultSeries[] }[]
}
type ResultSeries = {
  fields: Readonly<Record<string, { value: unknown }>>
  points: {
    timestamps: readonly (string | Date)[]
    values: readonly { values: { values: readonly unknown[] } }[]
  }
}

/** Nanoseconds between two readings of the virtual CPUs. */
export const CPU_SAMPLE = 5_000_000_000

/** Returns the values of a series in its first dimension. Whatever isn't a number is a gap. */
export const valuesOf = ({ points }: ResultSeries): (number | null)[] =>
  (points.values[0]?.values.values ?? []).map((value) => (typeof value === 'number' ? value : null))

/** Returns the times of a series in milliseconds. */
export const timesOf = ({ points }: ResultSeries): number[] =>
  points.timestamps.map((time) => new Date(time).getTime())

/** Adds up values by index. An index without any value is a gap. */
export function summed(series: readonly (readonly (number | null)[])[], length: number): (number | null)[] {
  return Array.from({ length }, (_, at) => {
    const known = series.flatMap((values) => values[at] ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
}

/**
 * Converts the answer to a query into one line (specification of charts, 7.7): the series of the first table are added up,
 * and the first point, which holds everything before the period, is dropped. Percent are those of all virtual CPUs, one for
 * each series.
 */
export function chartOf({ tables }: QueryResult, unit: UnitKind, label: string): ChartData {
  const series = tables[0]?.timeseries ?? []
  const times = series[0] ? timesOf(series[0]) : []
  const factor = unit === 'percent' ? 100 / (CPU_SAMPLE * series.length) : 1
  const values = summed(series.map(valuesOf), times.length).map((value) =>
    value === null ? null : value * factor,
  )
  return { times: times.slice(1), lines: [{ label, values: values.slice(1) }] }
}
