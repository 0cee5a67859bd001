import type { Field } from '@granary/contract/commands/fields.ts'
import { cell, json } from './cells.ts'
import { harmless } from './harmless.ts'
import { pairs, table } from './table.ts'

export type Item = Record<string, unknown>
/** Fields of a response, by their wire names. */
export type Fields = ReadonlyMap<string, Field>

export const byName = (fields: readonly Field[]): Fields =>
  new Map(fields.map((field) => [field.name, field]))

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that name an item. */
const NAMES = ['name', 'display_name', 'id']
/** Fields that come next. */
const STATES = ['run_state', 'state', 'status']
/** Least important fields, which come last because narrow terminals cut off the end. */
const LAST = ['time_created', 'id', 'time_modified', 'description']

/**
 * Returns the columns of a list: the name, the state, specific fields, then common fields.
 * @param withObjects whether fields that are objects, which are too long for people, have a column as well.
 */
export function columnsOf(fields: Fields, items: readonly unknown[], withObjects = false): string[] {
  const known = new Set(fields.keys())
  for (const item of items) if (isItem(item)) for (const name of Object.keys(item)) known.add(name)
  const names = [...known].filter(
    (name) => withObjects || fields.get(name)?.kind !== 'json' || STATES.includes(name),
  )
  const called = NAMES.find((name) => known.has(name))
  const rank = (name: string): number => {
    if (name === called) return 0
    if (STATES.includes(name)) return 1
    const last = LAST.indexOf(name)
    if (last >= 0) return 4 + last
    return name.endsWith('_id') ? 3 : 2
  }
  return names.toSorted((a, b) => rank(a) - rank(b))
}

/** Formats items as a table. */
export function showItems(
  items: readonly unknown[],
  columns: readonly string[],
  fields: Fields,
  width: number | null,
): string {
  const rows = items.map((item) =>
    columns.map((column) => (isItem(item) ? cell(valueAt(item, column), fields.get(column)) : json(item))),
  )
  // `value.name` is a name to people.
  return table(
    columns.map((column) => column.slice(column.lastIndexOf('.') + 1)),
    rows,
    width,
  )
}

/** Returns the value of a column, which may be a field of an object in the item. */
export const valueAt = (item: Item, column: string): unknown =>
  column.split('.').reduce<unknown>((at, name) => (isItem(at) ? at[name] : undefined), item)

/** Returns the name of an item, or its id, for programs. */
export function nameOf(item: unknown): string {
  if (!isItem(item)) return json(item)
  const found = [item, item.value].find((one) => isItem(one) && (one.name ?? one.id))
  return cell(isItem(found) ? (found.name ?? found.id) : undefined)
}

/** Formats one resource with a line per field. A response that is nothing but a list becomes a table. */
export function showOne(value: unknown, fields: Fields, width: number | null): string {
  if (!isItem(value)) return `${json(value)}\n`
  const [only, ...more] = Object.entries(value)
  const items: unknown = only?.[1]
  if (more.length === 0 && Array.isArray(items) && items.every(isItem)) {
    const columns = columnsOf(new Map(), items).filter((name) => !isObject(items, name))
    return showItems(items, columns, new Map(), width)
  }
  return pairs(linesOf(value, fields, ''))
}

const isObject = (items: Item[], name: string): boolean => items.some((item) => isItem(item[name]))

/** Returns the sentence that says an object in words, or null. */
const textIn = (value: unknown): string | null =>
  isItem(value) && typeof value.text === 'string' ? harmless(value.text) : null

/**
 * Expands nested fields into lines of their own, such as `capacity.memory`. An object with a sentence about itself is
 * shown as that sentence.
 */
function linesOf(item: Item, fields: Fields, prefix: string): [string, string][] {
  return Object.entries(item).flatMap(([name, value]): [string, string][] => {
    const field = fields.get(name)
    const texts = (Array.isArray(value) ? value : [value]).map(textIn)
    if (texts.length > 0 && texts.every((text) => text !== null))
      return texts.map((text, index) => [index === 0 ? `${prefix}${name}` : '', text])
    if (isItem(value) && Object.keys(value).length > 0)
      return linesOf(value, byName(field?.parts ?? []), `${prefix}${name}.`)
    const hasParts = Array.isArray(value) && value.some((part) => typeof part === 'object')
    return [[`${prefix}${name}`, hasParts ? json(value) : cell(value, field)]]
  })
}
