/** Returns the values at these times on the lines between the points; NaN outside of them and beside a gap. */
export function interpolated(
  timestamps: Float64Array,
  values: Float64Array,
  times: Float64Array,
): Float64Array {
  let next = 0
  return times.map((time) => {
    while (next < timestamps.length && timestamps[next]! < time) next++
    if (next === timestamps.length) return Number.NaN
    const [after, value] = [timestamps[next]!, values[next]!]
    if (after === time) return value
    if (next === 0) return Number.NaN
    const [before, previous] = [timestamps[next - 1]!, values[next - 1]!]
    return previous + ((value - previous) * (time - before)) / (after - before)
  })
}
