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
 * @param range numbers of the first and last column to compute, so that a short span of a long line needs little memory.
 */
export function columnsOf(
  times: readonly number[],
  values: readonly (number | null)[],
  span: number,
  range: readonly [from: number, to: number] = [-Infinity, Infinity],
): Columns {
  const columnAt = (at: number) => Math.floor(times[at]! / span)
  const first = Math.max(columnAt(0), range[0])
  const count = Math.max(0, Math.min(columnAt(times.length - 1), range[1]) - first + 1)
  const low = new Float64Array(count).fill(Number.NaN)
  const high = new Float64Array(count).fill(Number.NaN)
  for (let at = firstFrom(times, first * span); at < times.length; at++) {
    const column = columnAt(at) - first
    const value = values[at]
    if (value != null) {
      if (column < count && !(low[column]! <= value)) low[column] = value
      if (column < count && !(high[column]! >= value)) high[column] = value
      const previous = values[at - 1]
      if (previous != null) {
        const slope = (value - previous) / (times[at]! - times[at - 1]!)
        const end = Math.min(column, count)
        for (let empty = Math.max(0, columnAt(at - 1) - first + 1); empty < end; empty++)
          low[empty] = high[empty] = previous + slope * ((first + empty + 0.5) * span - times[at - 1]!)
      }
    }
    // The first point after the range ends the line into it.
    if (column >= count) break
  }
  return { first, low, high }
}

/** Returns the index of the first time that isn't before a given one. */
function firstFrom(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
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
