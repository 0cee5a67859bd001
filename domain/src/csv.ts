/** A spreadsheet would run a text that begins like this as a formula, also in full width and after blanks. */
const FORMULA = /^(?:[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/
/** Where the comma is the decimal sign, spreadsheets take a semicolon for the end of a field. */
const FORMULA_IN_TEXT = /(;[\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const NEEDS_QUOTES = /[",\n\r]|^\s|\s$/

/** Returns a value as the field of a CSV file (RFC 4180), as text that no spreadsheet runs. */
export function csvField(value: unknown): string {
  const text = textOf(value)
  const safe = typeof value === 'number' ? text : withoutFormulas(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An apostrophe marks a text for spreadsheets. */
const withoutFormulas = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replace(FORMULA_IN_TEXT, "$1'")

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
