const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const
export type ByteUnit = (typeof BYTE_UNITS)[number]

/** Rounds to at most two decimals, without trailing zeros. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/**
 * Formats bytes in the largest binary unit in which the value is at least 1. Has at most two decimals, or always two
 * for values that change in place and must keep their width. Bytes are whole.
 * @example byteSize(1500) // { value: '1.46', unit: 'KiB' }
 */
export function byteSize(bytes: number, { padded = false } = {}): { value: string; unit: ByteUnit } {
  let power = 0
  // A value that would round to 1024 of one unit is 1 of the next.
  while (power < BYTE_UNITS.length - 1 && Number(rounded(Math.abs(bytes) / 1024 ** power)) >= 1024) power++
  const value = bytes / 1024 ** power
  return { value: padded && power > 0 ? value.toFixed(2) : rounded(value), unit: BYTE_UNITS[power]! }
}

/** Formats bytes as one string: '1.46 KiB'. */
export const formatBytes = (bytes: number, options?: { padded?: boolean }): string => {
  const { value, unit } = byteSize(bytes, options)
  return `${value} ${unit}`
}

/** Returns bytes in the given unit, rounded to two decimals: `bytesIn(3 * GiB / 2, 'GiB')` is '1.5'. */
export const bytesIn = (bytes: number, unit: ByteUnit): string =>
  rounded(bytes / 1024 ** BYTE_UNITS.indexOf(unit))

/** Formats percent with a fixed number of decimals, for values in columns: '12.50%'. */
export const fixedPercent = (percent: number, decimals: number): string => `${percent.toFixed(decimals)}%`

const COMPACT_FROM = 1_000_000
const ENGINEERING_FROM = 1e15

type Notation = 'standard' | 'compact' | 'engineering'

const formatters = new Map<string, Intl.NumberFormat>()

/** Cached: creating a formatter takes a hundred times as long as using it, and a table needs the same one per row. */
function format(value: number | bigint, locale: string | undefined, notation: Notation): string {
  const key = `${locale} ${notation}`
  const maximumFractionDigits = notation === 'standard' ? 2 : 1
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, { notation, maximumFractionDigits })
  formatters.set(key, formatter)
  return formatter.format(value)
}

/** Formats a number in full, with the locale's grouping and at most two decimals. */
export const fullNumber = (value: number | bigint, locale?: string): string =>
  format(value, locale, 'standard')

/**
 * Formats a count in a bounded width: in full below a million, then compact with one decimal ('1.1M'), and from a
 * quadrillion in engineering notation ('18.4e18'). `abbreviated` means that the full value should be available
 * elsewhere.
 */
export function bigNumber(value: number | bigint, locale?: string): { text: string; abbreviated: boolean } {
  if (value < COMPACT_FROM) return { text: fullNumber(value, locale), abbreviated: false }
  const notation = value < ENGINEERING_FROM ? 'compact' : 'engineering'
  const text = format(value, locale, notation)
  return { text: notation === 'engineering' ? text.toLowerCase() : text, abbreviated: true }
}

/**
 * Returns a part of a whole in percent with at most two decimals, split at the decimal point; null if the whole is 0.
 */
export function percentage(part: number, whole: number): { whole: string; fraction: string } | null {
  if (whole === 0) return null
  const [integer = '0', decimals] = rounded((part / whole) * 100).split('.')
  return { whole: integer, fraction: decimals ? `.${decimals}` : '' }
}
