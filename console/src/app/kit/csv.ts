import { csvLines as plainLines } from '@granary/domain/csv.ts'
import type { Column } from '../../ui/table/columns.ts'

/** Returns rows as a CSV file: the columns that show a field, and the ID. */
export function csvOf<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const all = fields.includes('id' as never) ? fields : [...fields, 'id' as keyof Row & string]
  return csvLines([all.map(wireName), ...rows.map((row) => all.map((field) => row[field]))])
}

/** Returns lines of values as a CSV file. With the mark at its start, spreadsheets read UTF-8. */
export const csvLines = (lines: readonly (readonly unknown[])[]): string => `\uFEFF${plainLines(lines)}`

/** Returns the name that the API has for a field, so that programs can read the file. */
export const wireName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
