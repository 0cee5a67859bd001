import type { Status } from './queries.ts'

const MINUTE_MS = 60_000
/** For this long after a change the next step is expected soon. */
const BUSY_MS = 30 * MINUTE_MS
const SHORT_MS = 20_000
const LONG_MS = 2 * MINUTE_MS

/** Returns the milliseconds until the status is read again: fewer soon after the target was set or a step was planned. */
export function pollInterval(status: Status | undefined, now: number): number {
  if (!status) return LONG_MS
  const latest = Math.max(
    status.timeLastStepPlanned.getTime(),
    status.targetRelease?.timeRequested.getTime() ?? -Infinity,
  )
  return now - latest < BUSY_MS ? SHORT_MS : LONG_MS
}
