/** Time over which a trend is computed; days. */
export const TREND_DAYS = 30
/** Days of history without which there is no trend. */
export const MIN_TREND_DAYS = 7
/** How far ahead a trend says anything; days. */
export const MAX_OUTLOOK_DAYS = 365

/** A value at a time in days. */
export type Sample = { day: number; value: number }

/** Growth per day: the median, and the ends of its 90 % confidence interval. */
export type Trend = { likely: number; slowest: number; fastest: number }

/** Standard deviations on each side of the middle 90 % of a normal distribution. */
const Z_90 = 1.645
/** A correlation near 1 would make the interval infinite. */
const MAX_CORRELATION = 0.9

/**
 * Returns the trend of evenly spaced samples, which few outliers and single jumps don't change: the Theil–Sen estimator (Sen
 * 1968). Neighbouring samples of a total resemble each other, so the interval is widened by their correlation (Yue and Wang 2004).
 * @param samples at least two, the oldest first.
 */
export function trendOf(samples: readonly Sample[]): Trend {
  const slopes = samples
    .flatMap((from, at) => samples.slice(at + 1).map((to) => (to.value - from.value) / (to.day - from.day)))
    .toSorted((a, b) => a - b)
  const likely = median(slopes)
  const correlation = correlationOf(samples.map(({ day, value }) => value - likely * day))
  const n = samples.length
  const variance = ((n * (n - 1) * (2 * n + 5)) / 18) * ((1 + correlation) / (1 - correlation))
  const spread = Z_90 * Math.sqrt(variance)
  const last = slopes.length - 1
  return {
    likely,
    slowest: slopes[Math.max(0, Math.floor((slopes.length - spread) / 2))]!,
    fastest: slopes[Math.min(last, Math.ceil((slopes.length + spread) / 2))]!,
  }
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

/** Returns how much each value resembles the one before, from 0 to `MAX_CORRELATION`. */
function correlationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const off = values.map((value) => value - mean)
  const total = off.reduce((sum, value) => sum + value * value, 0)
  if (total === 0) return 0
  const shared = off.slice(1).reduce((sum, value, at) => sum + value * off[at]!, 0)
  return Math.min(MAX_CORRELATION, Math.max(0, shared / total))
}

/** When a resource runs out, if it goes on as in the last weeks. Days are counted from now. */
export type Outlook =
  | { state: 'no_capacity' | 'full' | 'not_enough_history' | 'not_within_a_year' }
  | {
      state: 'runs_out'
      /** Null if the most likely time is more than a year ahead, and only the fastest growth is not. */
      likelyDays: number | null
      earliestDays: number
      /** Null if it is more than a year ahead. */
      latestDays: number | null
    }

/**
 * Returns when a limit is reached.
 * @param samples one for each day of the history and one for now, the oldest first.
 * @param limit may be below the use, after a quota was lowered.
 */
export function outlookOf(samples: readonly Sample[], limit: number): Outlook {
  const used = samples.at(-1)?.value ?? 0
  if (limit <= 0 && used === 0) return { state: 'no_capacity' }
  const free = limit - used
  if (free <= 0) return { state: 'full' }
  if (samples.length <= MIN_TREND_DAYS) return { state: 'not_enough_history' }
  const { likely, slowest, fastest } = trendOf(samples)
  const within = (perDay: number): number | null => {
    const days = perDay > 0 ? free / perDay : Infinity
    return days < MAX_OUTLOOK_DAYS ? days : null
  }
  const earliestDays = within(fastest)
  if (earliestDays === null) return { state: 'not_within_a_year' }
  return { state: 'runs_out', likelyDays: within(likely), earliestDays, latestDays: within(slowest) }
}
