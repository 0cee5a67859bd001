import type { Period } from '../chart/lines.ts'
import { timeInUrl } from './url-time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Spans of the presets, in milliseconds. */
const SPANS = {
  hour: HOUR,
  'three-hours': 3 * HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
} as const

export type Preset = keyof typeof SPANS

/** A preset that ends now, or a custom period. */
export type Range = Preset | Period

/** Whether a range follows the clock. */
export const isPreset = (range: Range): range is Preset => typeof range === 'string'

/** Returns the period of a range. @param now the end of a preset, in milliseconds. */
export const periodOf = (range: Range, now: number): Period =>
  isPreset(range) ? [now - SPANS[range], now] : range

/** The range in the URL of a page: a preset, or both ends in ISO 8601; and the zoomed period within. */
export type RangeSearch = {
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
  zoom?: string | undefined
}

/** Parses the range of a URL and ignores everything else. */
export function rangeSearch({ range, from, to, zoom }: Record<string, unknown>): RangeSearch {
  const isTime = (value: unknown): value is string => timeInUrl(value) !== null
  const isCustom = isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to)
  return {
    range: !isCustom && typeof range === 'string' && Object.hasOwn(SPANS, range) ? range : undefined,
    from: isCustom ? from : undefined,
    to: isCustom ? to : undefined,
    zoom: typeof zoom === 'string' ? zoom : undefined,
  }
}

/** Returns the range that a URL names; the last hour by default. */
export const rangeOfSearch = ({ range, from, to }: RangeSearch): Range =>
  from && to ? [Date.parse(from), Date.parse(to)] : ((range as Preset | undefined) ?? 'hour')

/** Returns a range as it stands in a URL. The default needs no parameter, and nothing is zoomed. */
export const searchOfRange = (range: Range): RangeSearch => ({
  zoom: undefined,
  ...(isPreset(range)
    ? { range: range === 'hour' ? undefined : range, from: undefined, to: undefined }
    : { range: undefined, from: new Date(range[0]).toISOString(), to: new Date(range[1]).toISOString() }),
})

const formatters = new Map<string, Intl.DateTimeFormat>()

function format(time: number, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter.format(time)
}

/** Formats a period: '1/2/24, 11:00 – 12:00'; the second date is shown only if it is another one. */
export function periodText([from, to]: Period, locale?: string): string {
  const date = (time: number) => format(time, locale, { dateStyle: 'short' })
  const clock = (time: number) =>
    format(time, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const end = date(from) === date(to) ? clock(to) : `${date(to)}, ${clock(to)}`
  return `${date(from)}, ${clock(from)} – ${end}`
}
