const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const
export type ByteUnit = (typeof BYTE_UNITS)[number]

/** At most two decimals, trailing zeros dropped. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/**
 * A number of bytes in the largest binary unit in which it is at least 1, with at most two decimals, or with always two
 * where numbers change in place and shall keep their width; bytes are whole.
 * @example byteSize(1500) // { value: '1.46', unit: 'KiB' }
 */
export function byteSize(bytes: number, { padded = false } = {}): { value: string; unit: ByteUnit } {
  let power = 0
  // What would round to 1024 of one unit is 1 of the next.
  while (power < BYTE_UNITS.length - 1 && Number(rounded(Math.abs(bytes) / 1024 ** power)) >= 1024) power++
  const value = bytes / 1024 ** power
  return { value: padded && power > 0 ? value.toFixed(2) : rounded(value), unit: BYTE_UNITS[power]! }
}

/** A number of bytes as one string: '1.46 KiB'. */
export const formatBytes = (bytes: number, options?: { padded?: boolean }): string => {
  const { value, unit } = byteSize(bytes, options)
  return `${value} ${unit}`
}

/** A number of bytes in a given unit, rounded to two decimals: `bytesIn(3 * GiB / 2, 'GiB')` is '1.5'. */
export const bytesIn = (bytes: number, unit: ByteUnit): string =>
  rounded(bytes / 1024 ** BYTE_UNITS.indexOf(unit))

const COMPACT_FROM = 1_000_000
const ENGINEERING_FROM = 1e15

type Notation = 'standard' | 'compact' | 'engineering'

const formatters = new Map<string, Intl.NumberFormat>()

/** Making a formatter takes a hundred times as long as using one, and a table needs the same one for each row. */
function format(value: number | bigint, locale: string | undefined, notation: Notation): string {
  const key = `${locale} ${notation}`
  const maximumFractionDigits = notation === 'standard' ? 2 : 1
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, { notation, maximumFractionDigits })
  formatters.set(key, formatter)
  return formatter.format(value)
}

/** A number in full, with the grouping of the locale and at most two decimals. */
export const fullNumber = (value: number | bigint, locale?: string): string =>
  format(value, locale, 'standard')

/**
 * A count that keeps its width: in full below a million, then compact with one decimal ('1.1M'), and from a quadrillion in
 * engineering notation ('18.4e18'). `abbreviated` says that the full value should be shown somewhere.
 */
export function bigNumber(value: number | bigint, locale?: string): { text: string; abbreviated: boolean } {
  if (value < COMPACT_FROM) return { text: fullNumber(value, locale), abbreviated: false }
  const notation = value < ENGINEERING_FROM ? 'compact' : 'engineering'
  const text = format(value, locale, notation)
  return { text: notation === 'engineering' ? text.toLowerCase() : text, abbreviated: true }
}

/** A part of a whole in percent with at most two decimals, split at the point; null where there is no whole. */
export function percentage(part: number, whole: number): { whole: string; fraction: string } | null {
  if (whole === 0) return null
  const [integer = '0', decimals] = rounded((part / whole) * 100).split('.')
  return { whole: integer, fraction: decimals ? `.${decimals}` : '' }
}
