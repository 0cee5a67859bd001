const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The ranges of time that a log offers; `custom` has two times of its own. */
export const RANGES = [
  { value: 'hour', label: 'Last hour', ms: HOUR_MS },
  { value: 'day', label: 'Last 24 hours', ms: DAY_MS },
  { value: 'week', label: 'Last 7 days', ms: 7 * DAY_MS },
  { value: 'month', label: 'Last 30 days', ms: 30 * DAY_MS },
  { value: 'all', label: 'Any time', ms: null },
  { value: 'custom', label: 'Custom range', ms: null },
] as const
export type RangeName = (typeof RANGES)[number]['value']

const BEGINNING = new Date(0).toISOString()

/** A range in a URL. */
export type LogRange = { range?: RangeName; from?: string; to?: string }

/**
 * Returns the times that the server is asked for. The start is a whole minute, so that a page that stays open asks for
 * the same list again.
 */
export function timesOf(
  { range, from, to }: LogRange & { range: RangeName },
  now: Date,
): { startTime: string; endTime?: string } {
  if (range === 'custom') return { startTime: from ?? BEGINNING, ...(to && { endTime: to }) }
  const ms = RANGES.find(({ value }) => value === range)!.ms
  if (ms === null) return { startTime: BEGINNING }
  const minute = Math.floor(now.getTime() / 60_000) * 60_000
  return { startTime: new Date(minute - ms).toISOString() }
}
