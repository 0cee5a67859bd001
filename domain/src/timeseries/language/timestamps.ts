import { QueryError } from './query-error.ts'

const DATE = String.raw`(\d{4})-(\d\d)-(\d\d)`
const TIME = String.raw`(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?`
const FORM = new RegExp(`^@(?:${DATE})?(?:(T)?${TIME})?$`)
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i

/**
 * Returns the milliseconds since 1970 of a timestamp token: `@2024-01-01`, `@12:30:00.5` (of today),
 * `@2024-01-01T12:30:00` or `@now()`, all in UTC. Digits after the milliseconds are dropped.
 * @throws QueryError if it isn't a date or time.
 */
export function timestampOf(token: string, at: number, now: number): number {
  if (token.startsWith('@now')) return now
  const match = FORM.exec(token)
  const [, year, month, day, separator, hour, minute, second, fraction = ''] = match ?? []
  const hasDate = year !== undefined
  const hasTime = hour !== undefined
  if (!match || !(hasDate || hasTime) || (hasDate && hasTime) !== (separator === 'T')) throw wrong(token, at)
  const date = hasDate ? dateOf(Number(year), Number(month), Number(day)) : startOfDay(now)
  const time = hasTime ? timeOf(Number(hour), Number(minute), Number(second), fraction) : 0
  if (date === null || time === null) throw new QueryError(`"${token}" is not a date or time that exists`, at)
  return date + time
}

function wrong(token: string, at: number): QueryError {
  const allowed = 'use @2024-01-01, @12:30:00, @2024-01-01T12:30:00 or @now()'
  const zone = /\d:\d/.test(token) && ZONE.test(token)
  return new QueryError(
    zone ? 'timestamps are in UTC and have no time zone' : `"${token}" is not a timestamp: ${allowed}`,
    at,
  )
}

/** Returns null for a day that the calendar lacks, such as February 30. */
function dateOf(year: number, month: number, day: number): number | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

function timeOf(hour: number, minute: number, second: number, fraction: string): number | null {
  if (hour > 23 || minute > 59 || second > 59) return null
  return ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

const startOfDay = (time: number): number => Math.floor(time / 86_400_000) * 86_400_000
