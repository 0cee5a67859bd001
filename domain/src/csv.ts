/** A spreadsheet would run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\n\r]|^\s|\s$/

/** Returns a value as the field of a CSV file (RFC 4180), as text that no spreadsheet runs. */
export function csvField(value: unknown): string {
  const text = textOf(value)
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value !== 'object') return String(value as string | number | boolean)
  // The state of a disk and the like: what it is, then the rest.
  return Object.values(value).map(textOf).join(' ')
}

/** Returns lines of values as CSV. The line ends are those of RFC 4180. */
export const csvLines = (lines: readonly (readonly unknown[])[]): string =>
  lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('')
