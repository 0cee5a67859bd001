import type { Series } from './table.ts'

/**
 * Milliseconds that an aligned delta is the increase of. Clients of the published API compute utilization by this: they
 * take a delta for the increase within one sample, and samples for 5 s apart (specification section 21). So the result
 * doesn't depend on how often points are collected or how they are summarized.
 */
export const SAMPLE = 5000

/** Returns the mean of a gauge within the period before each time; NaN where it has no point. */
export function meansOfGauge(
  { timestamps }: Pick<Series, 'timestamps'>,
  values: Float64Array,
  times: Float64Array,
  period: number,
): Float64Array {
  let next = 0
  return times.map((time) => {
    while (next < timestamps.length && timestamps[next]! <= time - period) next++
    let sum = 0
    let count = 0
    for (; next < timestamps.length && timestamps[next]! <= time; next++) {
      if (Number.isNaN(values[next]!)) continue
      sum += values[next]!
      count += 1
    }
    return sum / count
  })
}

/**
 * Returns the mean increase per `SAMPLE` within the period before each time. A delta that is only partly in the period
 * counts by that part. NaN where no delta is in the period.
 */
export function meansOfDeltas(
  startTimes: Float64Array,
  timestamps: Float64Array,
  values: Float64Array,
  times: Float64Array,
  period: number,
): Float64Array {
  let next = 0
  return times.map((time) => {
    const from = time - period
    while (next < timestamps.length && timestamps[next]! <= from) next++
    let sum = 0
    let covered = 0
    for (let index = next; index < timestamps.length && startTimes[index]! < time; index++) {
      const start = startTimes[index]!
      const length = timestamps[index]! - start
      const part = Math.min(timestamps[index]!, time) - Math.max(start, from)
      // A counter's first point can be at its start: no time has passed.
      if (length <= 0) continue
      sum += (values[index]! * part) / length
      covered += part
    }
    return covered > 0 ? (sum * SAMPLE) / covered : Number.NaN
  })
}
