import type { Shape } from '../check/shape.ts'
import type { Fields } from '../schema.ts'

/** A series during evaluation, oldest point first. Arrays may be shared, so nothing changes them. */
export type Series = {
  fields: Fields
  /** Null for a gauge. */
  startTimes: Float64Array | null
  timestamps: Float64Array
  /** One column for each value of a point; NaN where there is no data. */
  columns: readonly Float64Array[]
}

export type Table = { shape: Shape; series: Series[] }

/** Returns a series with only these of its points, by index. */
export const pick = (series: Series, indexes: Iterable<number>): Series => {
  const chosen = [...indexes]
  const pickFrom = (values: Float64Array) => Float64Array.from(chosen, (index) => values[index]!)
  return {
    fields: series.fields,
    startTimes: series.startTimes && pickFrom(series.startTimes),
    timestamps: pickFrom(series.timestamps),
    columns: series.columns.map(pickFrom),
  }
}

/** Returns the points from `start` until before `end`. Copies nothing. */
export const slice = (series: Series, start: number, end: number): Series => ({
  fields: series.fields,
  startTimes: series.startTimes?.subarray(start, end) ?? null,
  timestamps: series.timestamps.subarray(start, end),
  columns: series.columns.map((column) => column.subarray(start, end)),
})
