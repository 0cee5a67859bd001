import { present } from '../base/present.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Engine } from '../../database/columns.ts'
import type { Database, Named } from '../../database/schema.ts'
import type { Context } from '../context/context.ts'
import { type Untyped, untypedReader } from '../sql/any-table.ts'
import { anyQuery, fixedQuery, isOneOf, listParameter } from '../sql/fixed-query.ts'
import { type ListTotal, MAX_COUNTED, totalFrom } from '../request/list-total.ts'
import { type PageQuery, rangeOf } from '../request/pagination.ts'
import { type FilterConditions, filterConditions, type Narrowing, type Scan } from './list-filter.ts'
import type { NamedTable, Resource } from './resource.ts'

/** Returns one page of the resources in a parent, in their API form. */
export async function listNamed<Table extends NamedTable, View extends object>(
  context: Context,
  resource: Resource<Table, View>,
  where: Record<string, Value>,
  page: ListQuery,
): Promise<NamedPage<View>> {
  const { rows, ...others } = await readNamed(context, resource, where, page)
  return { items: rows.map((row) => resource.view(row)), ...others }
}

/** Reads the rows of one page of the resources in a parent. */
export async function readNamed<Table extends NamedTable, View extends object>(
  context: Context,
  resource: Resource<Table, View>,
  where: Record<string, Value>,
  page: ListQuery,
): Promise<RowsOfPage<Database[Table]>> {
  const range = rangeOf(page, { name: 'name', id: 'id', fields: resource.filter?.sources })
  const isNarrowed = page.filter || page.nameContains
  const { columns, scans } = isNarrowed ? filterConditions(context, resource.filter, page, where) : NO_FILTER
  const filters = filtersOf(context.engine, { ...where, ...columns }, scans)
  const query = isNarrowed ? anyQuery : fixedQuery
  const rows = await query(
    context,
    [resource, `list ${filters.key} ${range.key}`],
    (db) => {
      const table: string = resource.table
      const from = untypedReader(db).selectFrom(table)
      const read = resource.listed ? from.select(resource.listed) : from.selectAll()
      let rows = filtered(read.$castTo<Named>(), context, filters)
      for (const { matches } of filters.scans) rows = rows.where(matches(resource.table))
      return range.apply(rows)
    },
    [...filters.values, ...range.parameters],
  )
  const read = {
    rows: rows as unknown as Database[Table][],
    nextPage: range.nextPage(rows, (row, by) => row[by]),
  }
  if (!page.includeTotal) return read
  const [counted] = await countOf(query, context, resource, filters)
  return { ...read, ...totalFrom(present(counted, 'the count'), filters.scans.length > 0) }
}

/** The query of a list of named resources. */
export type ListQuery = PageQuery & Narrowing & { includeTotal?: boolean | undefined }
const NO_FILTER: FilterConditions = { columns: {}, scans: [] }
type PageEnd = { nextPage: string | null; total?: ListTotal }
type NamedPage<View> = PageEnd & { items: View[] }
type RowsOfPage<Row> = PageEnd & { rows: readonly Row[] }

/** Counts a list up to a limit. */
function countOf(query: typeof fixedQuery, context: Context, resource: Resource, filters: Filters) {
  const { scans } = filters
  return query(
    context,
    [resource, `count ${filters.key}`],
    (db) => {
      const read = new Set(['name', ...scans.flatMap(({ columns }) => columns)])
      const table: string = resource.table
      const from = untypedReader(db)
        .selectFrom(table)
        .select([...read])
      const some = filtered(from.$castTo<Named>(), context, filters)
      const matches = scans.map(({ matches }) => matches('some'))
      const matching = scans.length > 0 ? sql`case when ${sql.join(matches, sql` and `)} then 1 end` : sql`1`
      return db
        .selectFrom(some.limit(MAX_COUNTED + 1).as('some'))
        .select([
          sql<number | string>`count(${matching})`.as('matching'),
          sql<number | string>`count(*)`.as('read'),
        ])
    },
    [...filters.values, MAX_COUNTED + 1],
  )
}

/** All named tables have these columns; the caller knows the rest. */
type Rows = SelectQueryBuilder<Untyped, string, Named>
type Value = string | number | readonly string[] | null
type Filters = {
  /** Determines the text of the conditions on columns. */
  key: string
  /** The values that a column has: one, one of several, or none. */
  columns: [column: string, value: Value][]
  /** The parameters of these. */
  values: unknown[]
  scans: readonly Scan[]
}

function filtersOf(engine: Engine, where: Record<string, Value>, scans: readonly Scan[]): Filters {
  const keys: string[] = []
  const columns = Object.entries(where)
  const values: unknown[] = []
  for (const [column, value] of columns) {
    const isList = typeof value === 'object' && value !== null
    keys.push(value === null ? `${column} null` : isList ? `${column} in` : column)
    if (value !== null) values.push(isList ? listParameter(engine, value) : value)
  }
  return { key: keys.join(' '), columns, values, scans }
}

/** Adds the conditions on columns. */
function filtered(query: Rows, { engine }: Context, { columns }: Filters): Rows {
  let rows = query
  for (const [column, value] of columns)
    if (value === null) rows = rows.where(column, 'is', null)
    else if (typeof value === 'object') rows = rows.where(isOneOf(engine, column, value))
    else rows = rows.where(column, '=', value)
  return rows
}

/** Returns the name and description of an update, without the fields that stay unchanged. */
export const identityChanges = (body: {
  name?: string | null | undefined
  description?: string | null | undefined
}) => ({
  ...(body.name == null ? {} : { name: body.name }),
  ...(body.description == null ? {} : { description: body.description }),
})
