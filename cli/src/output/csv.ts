import { csvLines } from '@granary/domain/csv.ts'
import { isItem, valueAt } from './show.ts'

/** Formats items as CSV, with a line of column names. Objects are JSON. */
export const asCsv = (items: readonly unknown[], columns: readonly string[]): string =>
  csvLines([columns, ...items.map((item) => columns.map((column) => fieldOf(item, column)))])

function fieldOf(item: unknown, column: string): unknown {
  const value = isItem(item) ? valueAt(item, column) : undefined
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
