import { csvLines, wireName } from '../../../app/kit/lists/csv.ts'
import type { AnswerTable } from '../answer-query.ts'
import { allPoints, columnsOf, type PointValue } from './points.ts'

/** Maximum rows of a file. The command line has no such limit. */
export const MAX_CSV_ROWS = 100_000

/** Returns the points of all tables as one CSV file, and the number of its rows. */
export function csvOfTables(
  tables: readonly AnswerTable[],
  maxRows = MAX_CSV_ROWS,
): { text: string; rows: number } {
  const shapes = tables.map((table) => ({ table, columns: columnsOf(table) }))
  const union = (names: (one: (typeof shapes)[number]['columns']) => readonly string[]) => [
    ...new Set(shapes.flatMap(({ columns }) => names(columns))),
  ]
  const fields = union((columns) => columns.fields)
  const values = union((columns) => columns.values)
  const lines: unknown[][] = [['table', 'start_time', 'timestamp', ...fields, ...values]]
  for (const { table, columns } of shapes) {
    const fieldAt = fields.map((name) => columns.fields.indexOf(name))
    const valueAt = values.map((name) => columns.values.indexOf(name))
    for (const point of allPoints(table)) {
      if (lines.length > maxRows) break
      lines.push([
        table.name,
        point.start === null ? null : new Date(point.start),
        new Date(point.time),
        ...fieldAt.map((at) => point.fields[at]),
        ...valueAt.map((at) => plainValue(point.values[at])),
      ])
    }
  }
  return { text: csvLines(lines), rows: lines.length - 1 }
}

/** A distribution stays complete: as the JSON of the API, as the command line writes it. */
const plainValue = (value: PointValue | undefined): unknown =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, part]) => [wireName(name), part])))
    : value
