const SECOND = 1000
const DAY = 86_400 * SECOND

/** Milliseconds of each unit. A year has 365 days, a month 30. */
const UNITS: Record<string, number> = {
  Y: 365 * DAY,
  M: 30 * DAY,
  w: 7 * DAY,
  d: DAY,
  h: 3600 * SECOND,
  m: 60 * SECOND,
  s: SECOND,
  ms: 1,
  us: 1e-3,
  ns: 1e-6,
}

/** Returns the milliseconds of a duration token such as "5m". */
export function durationOf(token: string): number {
  const unit = token.replace(/^\d+/, '')
  return Number(token.slice(0, -unit.length)) * UNITS[unit]!
}
