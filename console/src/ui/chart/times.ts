import type { Period } from './lines.ts'

const formatters = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()

/** Formats in English, as the console speaks it, and in the time zone of the user. */
function format(time: number, options: Intl.DateTimeFormatOptions): string {
  const formatter = formatters.get(options) ?? new Intl.DateTimeFormat('en-US', options)
  formatters.set(options, formatter)
  return formatter.format(time)
}

const DATE = { month: 'short', day: 'numeric', year: 'numeric' } as const
const DAY = { month: 'numeric', day: 'numeric' } as const
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SECOND = { ...MINUTE, second: '2-digit', timeZoneName: 'short' } as const

/** Formats a time in full: 'Feb 28, 2023 14:05:00 UTC'. */
export const fullTime = (time: number): string => `${format(time, DATE)} ${format(time, SECOND)}`

/** Whether both ends of a period are on the same local day. */
export const isOneDay = ([from, to]: Period): boolean =>
  new Date(from).toDateString() === new Date(to).toDateString()

/**
 * Formats a tick of the time axis: '14:05' in a period within one day, otherwise '2/28 14:05', and '2/28' at midnight.
 * Periods of less than two minutes have seconds.
 */
export function timeTick(time: number, period: Period): string {
  const seconds =
    period[1] - period[0] < 120_000 ? `:${String(new Date(time).getSeconds()).padStart(2, '0')}` : ''
  const clock = `${format(time, MINUTE)}${seconds}`
  if (isOneDay(period)) return clock
  return clock === '00:00' ? format(time, DAY) : `${format(time, DAY)} ${clock}`
}
