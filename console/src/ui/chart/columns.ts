/**
 * The smallest and largest value of a line in equally long, successive periods: what each column of pixels shows. Both are
 * NaN in a gap. `first` is the number of the first column.
 */
export type Columns = { first: number; low: Float64Array; high: Float64Array }

/**
 * Divides a line into columns. Column n covers the times from n × span until before (n + 1) × span, so columns stay the
 * same while a chart is panned. A column without points lies on the straight line between the points around it. A column
 * is a gap if it has no value and there is a null in it or at one of those points.
 * @param times in milliseconds, ascending, at least one.
 * @param span in milliseconds.
 */
export function columnsOf(
  times: readonly number[],
  values: readonly (number | null)[],
  span: number,
): Columns {
  const first = Math.floor(times[0]! / span)
  const count = Math.floor(times.at(-1)! / span) - first + 1
  const low = new Float64Array(count).fill(Number.NaN)
  const high = new Float64Array(count).fill(Number.NaN)
  let before = 0
  for (let at = 0; at < times.length; at++) {
    const column = Math.floor(times[at]! / span) - first
    const value = values[at]
    if (value != null) {
      if (!(low[column]! <= value)) low[column] = value
      if (!(high[column]! >= value)) high[column] = value
      const previous = values[at - 1]
      if (column > before + 1 && previous != null) {
        const slope = (value - previous) / (times[at]! - times[at - 1]!)
        for (let empty = before + 1; empty < column; empty++)
          low[empty] = high[empty] = previous + slope * ((first + empty + 0.5) * span - times[at - 1]!)
      }
    }
    before = column
  }
  return { first, low, high }
}

/** Returns the smallest and largest value from one column to another, both included; null if all are gaps. */
export function extremesOf({ first, low, high }: Columns, from: number, to: number): [number, number] | null {
  let [smallest, largest] = [Infinity, -Infinity]
  const end = Math.min(to - first, low.length - 1)
  for (let at = Math.max(0, from - first); at <= end; at++) {
    if (low[at]! < smallest) smallest = low[at]!
    if (high[at]! > largest) largest = high[at]!
  }
  return smallest > largest ? null : [smallest, largest]
}
