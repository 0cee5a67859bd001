import { fixedWidth, networkBounds } from '@granary/domain/ip.ts'
import { ANY, numberIn, type Operator, sizeIn, timeIn } from '@granary/domain/list-filter/values.ts'
import { NO_TAGS, tagOf } from '@granary/domain/tags.ts'
import { normalizeUuid } from '@granary/domain/names.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../database/columns.ts'
import type { Database } from '../../database/schema.ts'
import { storedTime } from '../base/stored-time.ts'
import type { SortColumn } from '../request/pagination.ts'

type Condition = RawBuilder<boolean>
/** A value of a term, with the comparison of the term. */
export type Compared = {
  operator: Operator
  value: string
  engine: Engine
  now: number
  /** Returns the condition that the caller may see what is in a project, or in none but the silo. */
  isVisible: (projectId: string) => Condition
}

/** Where the values of a field are. */
export type Source = {
  /** The columns of the row that it reads. */
  columns: readonly string[]
  /** The column that has a choice as it is, so that the database can select the rows by it. */
  choice?: string
  /** Returns the condition that a row has the value. @param row table or alias of the rows. */
  has: (compared: Compared, row: string) => Condition
  /** The column to sort by, if it has one. */
  sort?: SortColumn
}

/** Returns a column of a row. */
export const of = (row: string, column: string) => sql.ref<string>(`${row}.${column}`)

/** A text that contains the value, or is the same. */
export const text = (column: string): Source => ({
  columns: [column],
  has: (compared, row) => hasText(of(row, column), compared),
})

/** Whether a text contains a value, or is the same, in upper or lower case. LIKE takes ten times as long, and stops the server for seconds. */
export function hasText(
  column: RawBuilder<string>,
  { engine, operator, value }: Pick<Compared, 'engine' | 'operator' | 'value'>,
): Condition {
  const lower = sql`lower(${column})`
  const place = sql.raw(engine === 'postgres' ? 'strpos' : 'instr')
  const conditions = formsOf(value).map((form) =>
    operator === '=' ? sql`${lower} = ${form}` : sql`${place}(${lower}, ${form}) > 0`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Lower case of SQLite is that of ASCII letters, so other letters are compared as people write them: all in one case, with a capital at the
 * beginning of words, or as in the value. Letters with marks may be stored as one character or as two.
 */
const formsOf = (value: string): string[] => [
  ...new Set(
    [value.toLowerCase(), value.toUpperCase(), withCapitals(value), value]
      .flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')])
      .map((form) => form.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  ),
]

const withCapitals = (value: string): string =>
  value.toLowerCase().replaceAll(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())

/** A column that has one of a few values. */
export const choice = (column: string): Source => ({
  columns: [column],
  choice: column,
  has: ({ value }, row) => sql`${of(row, column)} = ${value}`,
})

/** A column that is 1 or 0. */
export const flag = (column: string): Source => ({
  columns: [column],
  has: ({ value }, row) => sql`${of(row, column)} = ${value === 'yes' ? 1 : 0}`,
})

const SIGNS = { '': sql`=`, '=': sql`=`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/** A number, or a size in bytes. No column has more than the largest safe number, and some columns have 32 bits. */
export const amount = (column: string): Source => ({
  columns: [column],
  sort: { column, type: 'number' },
  has: ({ operator, value }, row) => {
    const bound = Math.min(numberIn(value) ?? Math.round(sizeIn(value)!), Number.MAX_SAFE_INTEGER)
    return sql`${of(row, column)} ${SIGNS[operator]} cast(${bound} as bigint)`
  },
})

const OPPOSITE = { '': '', '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/** A time. An age is compared the other way round: a row that is younger than a day has a later time. */
export const time = (column: string): Source => ({
  columns: [column],
  sort: { column },
  has: ({ operator, value, now }, row) => {
    const bound = timeIn(value)!
    const isAge = 'age' in bound
    const at = storedTime(new Date(isAge ? now - bound.age : bound.at).toISOString())
    return sql`${of(row, column)} ${SIGNS[isAge ? OPPOSITE[operator] : operator]} ${at}`
  },
})

/** Where the fields of every named resource are. */
export const namedSources = {
  name: text('name'),
  description: text('description'),
  created: time('time_created'),
  modified: time('time_modified'),
}

/** Tags in their stored form: one with this key and value, with this key, or any. */
const tag: Source = {
  columns: ['tags'],
  has: ({ engine, value }, row) => {
    const tags = of(row, 'tags')
    if (value === ANY) return sql`${tags} <> ${NO_TAGS}`
    const { key, value: wanted } = tagOf(value)
    const found = engine === 'postgres' ? sql`${tags}::jsonb ->> ${key}` : sql`${tags} ->> ${`$."${key}"`}`
    // Most rows have none, which is seen without reading it as JSON.
    return sql`${tags} <> ${NO_TAGS} and ${value.includes('=') ? sql`${found} = ${wanted}` : sql`${found} is not null`}`
  },
}

/** Where the fields of every named resource with tags are. */
export const taggedSources = { ...namedSources, tag }

/** Returns the first and the last address of an address or network, in their stored form. */
function boundsOf(value: string): { first: string; last: string } {
  if (value.includes('/')) return networkBounds(value)
  return { first: fixedWidth(value), last: fixedWidth(value) }
}

/** Whether a stored address is the one, or in the network. */
export const isWithin = (column: RawBuilder<string>, value: string): Condition => {
  const { first, last } = boundsOf(value)
  return first === last ? sql`${column} = ${first}` : sql`${column} between ${first} and ${last}`
}

/** An address in its stored form. */
export const address = (column: string): Source => ({
  columns: [column],
  sort: { column },
  has: ({ value }, row) => isWithin(of(row, column), value),
})

/** A network with its first and last address in columns, which overlaps the value. */
const overlaps = (row: string, value: string): Condition => {
  const { first, last } = boundsOf(value)
  return sql`${of(row, 'first_address')} <= ${last} and ${of(row, 'last_address')} >= ${first}`
}

/** The network of the row itself. */
export const network: Source = {
  columns: ['first_address', 'last_address'],
  sort: { column: 'first_address' },
  has: ({ value }, row) => overlaps(row, value),
}

/** The networks of another table that belong to the row. */
export const networksIn = (table: keyof Database & string, parent: string): Source => ({
  columns: ['id'],
  has: ({ value }, row) =>
    sql`exists (select 1 from ${sql.table(table)} as part where ${of('part', parent)} = ${of(row, 'id')} and ${overlaps('part', value)})`,
})

/** A resource that another table links to the row. */
export const linked = (
  table: keyof Database & string,
  parent: string,
  to: keyof Database & string,
  column: string,
): Source => ({
  columns: ['id'],
  has: (compared, row) =>
    sql`exists (select 1 from ${sql.table(table)} as link where ${of('link', parent)} = ${of(row, 'id')} and ${reference(to, column).has(compared, 'link')})`,
})

/** The id of another resource, which is found by name or id. */
export const reference = (
  table: keyof Database & string,
  column: string,
  also: (compared: Compared) => Condition = () => sql`1 = 1`,
): Source => ({
  columns: [column],
  has: (compared, row) => {
    const { value } = compared
    const id = of(row, column)
    if (value === ANY) return sql`${id} is not null`
    const uuid = normalizeUuid(value)
    if (uuid) return sql`${id} = ${uuid}`
    return sql`exists (select 1 from ${sql.table(table)} as referred
      where referred.id = ${id} and referred.name = ${value} and ${also(compared)})`
  },
})

/** The image that a disk was made from. It may have moved to a project that the caller can't see, so its name is hidden; its id is not. */
export const imageOfDisk = reference('image', 'image_id', ({ isVisible }) => isVisible('referred.project_id'))
