import type { Column } from '../../ui/table/columns.ts'

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

/** Returns rows as a CSV file: the columns that show a field, and the ID. */
export function csvOf<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const all = fields.includes('id' as never) ? fields : [...fields, 'id' as keyof Row & string]
  return csvLines([all.map(wireName), ...rows.map((row) => all.map((field) => row[field]))])
}

/** Returns lines of values as a CSV file. */
export const csvLines = (lines: readonly (readonly unknown[])[]): string =>
  // With the mark, spreadsheets read UTF-8. The line ends are those of RFC 4180.
  `\uFEFF${lines.map((line) => line.map(csvField).join(',')).join('\r\n')}\r\n`

/** The names of the API, so that programs can read the file. */
const wireName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
