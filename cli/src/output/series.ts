import { csvLines } from '@granary/domain/csv.ts'
import { valueNames } from '@granary/domain/timeseries/value-names.ts'
import { cell } from './cells.ts'
import { harmless } from './harmless.ts'
import { table } from './table.ts'

/** The answer to a query over time series, by its wire names. */
type Answer = { tables: readonly Table[] }
type Table = { name: string; timeseries: readonly Series[] }
type Series = {
  fields: Record<string, { value: unknown }>
  points: {
    start_times?: readonly string[] | null
    timestamps: readonly string[]
    values: readonly { values: { values: readonly unknown[] } }[]
  }
}

/** Whether an answer has time series. */
export const isSeries = (answer: unknown): answer is Answer =>
  typeof answer === 'object' &&
  answer !== null &&
  Array.isArray((answer as Partial<Answer>).tables) &&
  (answer as Answer).tables.every(({ timeseries }) => Array.isArray(timeseries))

/** The points of a table as rows: time, values, fields, and the start time of counters. */
type Points = { values: readonly string[]; fields: readonly string[]; rows: readonly Row[] }
type Row = { timestamp: string; values: readonly unknown[]; fields: readonly unknown[]; start: string | null }

/** Formats the points of each table with a line per point, or says that there are none. */
export function showSeries({ tables }: Answer, width: number | null): string {
  const shown = tables.map((one) => {
    const { values, fields, rows } = pointsOf(one)
    if (rows.length === 0) return `${harmless(one.name)}: no data\n`
    const headings = ['timestamp', ...values, ...fields]
    const cells = rows.map((row) => [row.timestamp, ...row.values, ...row.fields].map((value) => cell(value)))
    const title = tables.length > 1 ? `${harmless(one.name)}\n` : ''
    return title + table(headings.map(harmless), cells, width)
  })
  return shown.length === 0 ? 'No data\n' : shown.join('\n')
}

/** Formats the points of all tables as CSV, with a column for each field and value of any table. */
export function seriesCsv({ tables }: Answer): string {
  const all = tables.map((one) => ({ name: one.name, ...pointsOf(one) }))
  const fields = [...new Set(all.flatMap((one) => one.fields))]
  const values = [...new Set(all.flatMap((one) => one.values))]
  const lines = all.flatMap((one) =>
    one.rows.map((row) => [
      one.name,
      row.start,
      row.timestamp,
      ...fields.map((name) => row.fields[one.fields.indexOf(name)]),
      ...values.map((name) => plain(row.values[one.values.indexOf(name)])),
    ]),
  )
  return csvLines([['table', 'start_time', 'timestamp', ...fields, ...values], ...lines])
}

/** A distribution stays complete as JSON. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

function pointsOf({ name, timeseries }: Table): Points {
  const [first] = timeseries
  const count = first?.points.values.length ?? 0
  const fields = Object.keys(first?.fields ?? {})
  return {
    values: valueNames(name, count),
    fields,
    rows: timeseries.flatMap((series) =>
      series.points.timestamps.map((timestamp, at) => ({
        timestamp,
        values: series.points.values.map(({ values }) => values.values[at] ?? null),
        fields: fields.map((field) => series.fields[field]?.value),
        start: series.points.start_times?.[at] ?? null,
      })),
    ),
  }
}
