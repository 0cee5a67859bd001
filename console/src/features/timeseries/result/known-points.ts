import { isGap, stepBefore } from './gaps.ts'

/**
 * The points of a series, oldest first; times in milliseconds since 1970, and NaN for no value. Answers have hundreds of
 * thousands of points, so these are columns and not an object for each.
 */
export type KnownPoints = { times: Float64Array; values: Float64Array }

/**
 * Returns a function that reads the times of a series from an index on. Series that were read at the same times share them,
 * because parsing them takes long.
 */
export function timeReader(from: number): (timestamps: readonly string[]) => Float64Array {
  let last: { timestamps: readonly string[]; times: Float64Array } | undefined
  return (timestamps) => {
    const isSame =
      last?.timestamps.length === timestamps.length &&
      timestamps.every((time, at) => time === last!.timestamps[at])
    if (!isSame)
      last = { timestamps, times: Float64Array.from(timestamps, (time) => Date.parse(time)).subarray(from) }
    return last!.times
  }
}

/** Adds a point without a value to each gap of a series, so that no line is drawn over the time of a stopped machine. */
export function withGaps({ times, values }: KnownPoints): KnownPoints {
  const gaps: number[] = []
  for (let at = 0; at < times.length; at++) if (isGap(times, at)) gaps.push(at)
  if (gaps.length === 0) return { times, values }
  const length = times.length + gaps.length
  const filled = { times: new Float64Array(length), values: new Float64Array(length) }
  let from = 0
  gaps.forEach((end, added) => {
    filled.times.set(times.subarray(from, end), from + added)
    filled.values.set(values.subarray(from, end), from + added)
    filled.times[end + added] = times[end - 1]! + stepBefore(times, end)
    filled.values[end + added] = Number.NaN
    from = end
  })
  filled.times.set(times.subarray(from), from + gaps.length)
  filled.values.set(values.subarray(from), from + gaps.length)
  return filled
}

/** Returns the times of all series, each once, in order. */
export function allTimes(series: readonly KnownPoints[]): number[] {
  const different = [...new Set(series.map(({ times }) => times))]
  if (different.length === 1) return Array.from(different[0]!)
  const all = new Float64Array(series.reduce((sum, { times }) => sum + times.length, 0))
  let length = 0
  for (const { times } of series) {
    all.set(times, length)
    length += times.length
  }
  all.sort()
  const each: number[] = []
  for (let at = 0; at < length; at++) if (at === 0 || all[at] !== all[at - 1]) each.push(all[at]!)
  return each
}

/**
 * Returns the value of a series at each time. Between two of its points it has the value of the line between them, so
 * that series that were read at different times can share a chart.
 */
export function valuesAt(known: KnownPoints, times: readonly number[]): (number | null)[] {
  let next = 0
  return times.map((time) => {
    while (next < known.times.length && known.times[next]! < time) next++
    const [after, before] = [known.times[next], known.times[next - 1]]
    if (after === undefined) return null
    const value = known.values[next]!
    if (after === time) return Number.isNaN(value) ? null : value
    if (before === undefined) return null
    const last = known.values[next - 1]!
    const between = last + ((value - last) * (time - before)) / (after - before)
    return Number.isNaN(between) ? null : between
  })
}
