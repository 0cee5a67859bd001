/** How a line is drawn: joined points over a filled area, steps that hold until the next point, or dashed steps of a limit. */
export type Look = 'area' | 'step' | 'limit'

export type Line = {
  label: string
  /** One value for each time; null is a gap. */
  values: readonly (number | null)[]
  look?: Look
}

/** The lines of a chart over common times, in milliseconds since the epoch, ascending. */
export type ChartData = { times: readonly number[]; lines: readonly Line[] }

/** A period in milliseconds since the epoch. */
export type Period = readonly [from: number, to: number]

/** Whether any line has a value. */
export const hasValues = ({ lines }: ChartData): boolean =>
  lines.some(({ values }) => values.some((value) => value !== null))

/** Returns the largest value of the lines, at least 0. */
export function largestOf(lines: readonly Line[]): number {
  let largest = 0
  for (const { values } of lines)
    for (const value of values) if (value !== null && value > largest) largest = value
  return largest
}

/** Returns the index of the time that is nearest to the given one, or null without times. */
export function nearest(times: readonly number[], time: number): number | null {
  if (times.length === 0) return null
  let [low, high] = [0, times.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (times[middle]! <= time) low = middle
    else high = middle
  }
  return time - times[low]! <= times[high]! - time ? low : high
}

/**
 * Returns at most `rows` times with the mean of each line over the points that a row stands for, and the number of points
 * of a row. A mean leaves out gaps, and is null if there is nothing else.
 */
export function thinned({ times, lines }: ChartData, rows: number): { data: ChartData; perRow: number } {
  const perRow = Math.max(1, Math.ceil(times.length / rows))
  if (perRow === 1) return { data: { times, lines }, perRow }
  const starts = times.map((_, at) => at).filter((at) => at % perRow === 0)
  const mean = (values: readonly (number | null)[], start: number) => {
    const known = values.slice(start, start + perRow).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  }
  return {
    perRow,
    data: {
      times: starts.map((at) => times[at]!),
      lines: lines.map((line) => ({ ...line, values: starts.map((at) => mean(line.values, at)) })),
    },
  }
}
