/** Smaller differences are those of the network and of whole seconds; milliseconds. */
const MIN_DIFFERENCE_MS = 30_000

let ahead = 0
let isKnown = false
const listeners = new Set<(ahead: number) => void>()

/**
 * Returns the time in milliseconds by the server's clock, which all times in its answers come from. Until the first answer, and while
 * both agree, it is that of the browser.
 */
export const now = (): number => Date.now() + ahead

/** The same as a date. */
export const nowDate = (): Date => new Date(now())

/**
 * Learns the difference of the clocks from the `Date` of an answer (RFC 9110 section 6.6.1). One that comes from a cache, or that took
 * long, is not taken.
 * @param sent when its request was sent, by the browser's clock.
 */
export function learnClock({ headers }: Response, sent: number): void {
  const [received, date] = [Date.now(), Date.parse(headers.get('date') ?? '')]
  if (isKnown || Number.isNaN(date) || headers.has('age') || received - sent > MIN_DIFFERENCE_MS) return
  isKnown = true
  const difference = date - (sent + received) / 2
  if (Math.abs(difference) < MIN_DIFFERENCE_MS) return
  ahead = Math.round(difference / 1000) * 1000
  for (const listener of listeners) listener(ahead)
}

/** Calls a listener once the clocks are known to differ, with how far the server's is ahead in milliseconds; negative if it is behind. */
export function onClockDifference(listener: (ahead: number) => void): void {
  if (ahead !== 0) listener(ahead)
  listeners.add(listener)
}

/** Forgets what it has learnt, for tests. */
export function forgetClock(): void {
  ahead = 0
  isKnown = false
  listeners.clear()
}
