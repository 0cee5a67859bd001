import { csvLines as plainLines } from '@granary/domain/csv.ts'
import { type Tag, tagText } from '@granary/domain/tags.ts'
import type { Column } from '../../../ui/table/columns.ts'

/** Returns rows as a CSV file: the columns that show a field, the tags if a row has some, and the ID. */
export function csvOf<Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const tags = rows.map((row) => (row as { tags?: Tag[] }).tags?.map(tagText).join(', '))
  const shown = columns.flatMap(({ field }) => field ?? [])
  const fields = shown.includes('id' as never) ? shown : [...shown, 'id' as keyof Row & string]
  const hasTags = tags.some(Boolean)
  return csvLines([
    [...fields.map(wireName), ...(hasTags ? ['tags'] : [])],
    ...rows.map((row, at) => [...fields.map((field) => row[field]), ...(hasTags ? [tags[at]] : [])]),
  ])
}

/** Returns lines of values as a CSV file. With the mark at its start, spreadsheets read UTF-8. */
export const csvLines = (lines: readonly (readonly unknown[])[]): string => `\uFEFF${plainLines(lines)}`

/** Returns the name that the API has for a field, so that programs can read the file. */
export const wireName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
