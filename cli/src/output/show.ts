import type { Field } from '../fields.ts'
import { cell, json } from './cells.ts'
import { pairs, table } from './table.ts'

type Item = Record<string, unknown>
/** Fields of an answer, by their names on the wire. */
export type Fields = ReadonlyMap<string, Field>

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The end of a line is where what matters least stands, as it is the first to be left out. */
const LAST = ['time_created', 'time_modified', 'id', 'description']

/** The columns of a list: what an item is called, what it is, and what belongs to it. */
export function columnsOf(fields: Fields, items: readonly unknown[]): string[] {
  const known = new Set(fields.keys())
  for (const item of items) if (isItem(item)) for (const name of Object.keys(item)) known.add(name)
  const names = [...known].filter((name) => fields.get(name)?.kind !== 'json' || name === 'state')
  // What has no name is called by its id.
  const first = ['name', 'display_name', 'id'].filter((name) => known.has(name)).slice(0, 1)
  const rank = (name: string): number => (first.includes(name) ? -1 : LAST.indexOf(name) + 1)
  return names.toSorted((a, b) => rank(a) - rank(b))
}

/** Items in a table. */
export function showItems(
  items: readonly unknown[],
  columns: readonly string[],
  fields: Fields,
  width: number | null,
): string {
  const rows = items.map((item) =>
    columns.map((name) => (isItem(item) ? cell(item[name], fields.get(name)) : json(item))),
  )
  return table(columns, rows, width)
}

/** One thing, a line for each of its fields; what has parts is shown with all of them. */
export function showOne(value: unknown, fields: Fields): string {
  if (!isItem(value)) return `${json(value)}\n`
  return pairs(
    Object.entries(value).map(([name, of]) => [
      name,
      typeof of === 'object' && of !== null && (!Array.isArray(of) || of.length > 0)
        ? json(of)
        : cell(of, fields.get(name)),
    ]),
  )
}
