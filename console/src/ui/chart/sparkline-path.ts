const WIDTH = 100
const HEIGHT = 20

/** Returns the path of a sparkline in a box of 100 by 20. Gaps break it; a single point is a dot. */
export function sparklinePath(values: readonly (number | null)[], top?: number): string {
  const largest = top ?? Math.max(0, ...values.map((value) => value ?? 0))
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0
  const round = (value: number) => Math.round(value * 10) / 10
  const place = (value: number, at: number) => {
    const share = largest > 0 ? Math.min(1, Math.max(0, value / largest)) : 0
    return `${round(at * step)} ${round(HEIGHT - share * HEIGHT)}`
  }
  return values
    .map((value, at) => {
      if (value === null) return ''
      const isStart = values[at - 1] == null
      // A line of no length with round ends is drawn as a dot.
      const isLonely = isStart && values[at + 1] == null
      return `${isStart ? 'M' : 'L'}${place(value, at)}${isLonely ? 'h0' : ''}`
    })
    .join('')
}
