const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS = [
  [365 * DAY, 'y'],
  [30 * DAY, 'mo'],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
  [SECOND, 's'],
] as const

/** Formats an age in one unit: '6s', '55m', '23h', '28d', '7mo', '2y'. Future times count as now. */
export function timeAgo(then: Date, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - then.getTime())
  const [length, unit] = UNITS.find(([length]) => elapsed >= length) ?? UNITS[5]
  return `${Math.floor(elapsed / length)}${unit}`
}

/** Units, each with its number per next larger unit. */
const STEPS = [
  [SECOND, 'second', 60],
  [MINUTE, 'minute', 60],
  [HOUR, 'hour', 24],
  [DAY, 'day', Infinity],
] as const

/**
 * Formats a duration in words and one unit, rounded: '5 minutes', '1 hour', '30 seconds'. Negative durations count as
 * 0.
 * @param milliseconds the duration.
 */
export function duration(milliseconds: number): string {
  const count = (length: number) => Math.round(Math.max(0, milliseconds) / length)
  const [length, name] = STEPS.find(([length, , limit]) => count(length) < limit) ?? STEPS[3]
  return `${count(length)} ${name}${count(length) === 1 ? '' : 's'}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Cached: creating a formatter takes a hundred times as long as using it, and a table of dates needs the same one per
 * row.
 */
function format(date: Date, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${options.dateStyle} ${options.timeStyle}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  // Newer platforms put a narrow no-break space before AM and PM, older ones a space. Use a space everywhere.
  return formatter.format(date).replaceAll('\u202f', ' ')
}

/** Returns medium date and short time in the locale: 'Feb 28, 2023' and '12:00 AM'. */
export const dateAndTime = (date: Date, locale?: string): { date: string; time: string } => ({
  date: format(date, locale, { dateStyle: 'medium' }),
  time: format(date, locale, { timeStyle: 'short' }),
})

/** Formats date and time as one string: 'Jun 7, 2021, 12:00 AM'. */
export const formatDateTime = (date: Date, locale?: string): string =>
  format(date, locale, { dateStyle: 'medium', timeStyle: 'short' })

/** Returns a number of days in words: "90 days", "1 day", "0.5 days". */
export const daysText = (days: number): string => {
  const rounded = Math.round(days * 10) / 10
  return `${rounded} day${rounded === 1 ? '' : 's'}`
}
