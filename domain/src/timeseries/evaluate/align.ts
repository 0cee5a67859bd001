import { shapesAfter } from '../check/shape.ts'
import { QueryError } from '../language/query-error.ts'
import type { Align } from '../language/syntax.ts'
import { interpolated } from './interpolate.ts'
import { meansOfDeltas, meansOfGauge, SAMPLE } from './mean-within.ts'
import { type Series, slice, type Table } from './table.ts'
import type { Work } from './work.ts'

/** A result with many more points than the data would only look precise. */
const MAX_UPSAMPLING = 100

/**
 * Resamples all series of a table to the same times: the end of the query, and whole periods before it.
 * @param span first time and end of the query; `from` is infinite if the query has no lower bound.
 * @throws QueryError if the query would make too many points.
 */
export async function align(
  table: Table,
  operation: Align,
  span: { from: number; end: number },
  work: Work,
): Promise<Table> {
  // Without data there is nothing to align. Clients take the error that `group_by` then raises for "no data".
  if (table.series.length === 0) return table
  for (const series of table.series) checkUpsampling(series, operation)
  const count = countOf(table, operation, span)
  work.countMade('align', count * table.series.length * table.shape.valueTypes.length)
  const times = Float64Array.from(
    { length: count },
    (_, index) => span.end - (count - 1 - index) * operation.period,
  )
  const [shape] = shapesAfter([table.shape], operation)
  const series = await work.each(table.series, (one) =>
    alignedSeries(withKnownStart(one, span.from), operation, times),
  )
  return { shape: shape!, series }
}

/**
 * Returns a series without the increase since a start before the query. It may be of any time since then, so as a mean it
 * would look like a steady rate before the first reading.
 */
function withKnownStart(series: Series, from: number): Series {
  const { startTimes, timestamps } = series
  const isOlder = startTimes !== null && startTimes.length > 0 && startTimes[0]! < from
  return isOlder ? slice(series, 1, timestamps.length) : series
}

function alignedSeries(
  { fields, startTimes, timestamps, columns }: Series,
  operation: Align,
  times: Float64Array,
): Series {
  const { method, period } = operation
  const resampled = columns.map((values) => {
    if (method === 'interpolate') {
      const rates = startTimes
        ? values.map((value, index) => perSample(value, timestamps[index]! - startTimes[index]!))
        : values
      return interpolated(timestamps, rates, times)
    }
    if (startTimes) return meansOfDeltas(startTimes, timestamps, values, times, period)
    return meansOfGauge({ timestamps }, values, times, period)
  })
  return { fields, startTimes: null, timestamps: times, columns: resampled }
}

const perSample = (value: number, length: number): number =>
  length > 0 ? (value / length) * SAMPLE : Number.NaN

function checkUpsampling({ timestamps }: Series, { period }: Align): void {
  const count = timestamps.length
  if (count < 2) return
  const spacing = (timestamps[count - 1]! - timestamps[0]!) / (count - 1)
  if (spacing / period > MAX_UPSAMPLING)
    throw new QueryError(
      `align may make at most ${MAX_UPSAMPLING} points of one; the points are about ${Math.round(spacing / 1000)} s apart`,
    )
}

/** Returns how many times the result has: those after the start of the query, or since the first point. */
function countOf({ series }: Table, { period }: Align, { from, end }: { from: number; end: number }): number {
  const isBounded = from !== -Infinity
  const first = isBounded
    ? from
    : series.reduce((least, { timestamps }) => Math.min(least, timestamps[0]!), Infinity)
  const periods = (end - first) / period
  return Math.max(0, isBounded ? Math.ceil(periods) : Math.floor(periods) + 1)
}
