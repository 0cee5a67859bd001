import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Engine } from '../database/columns.ts'
import type { RowsOfTable } from '../database/row-versions.ts'
import type { Database } from '../database/schema.ts'
import type { ReadContext } from './context.ts'
import { fixedQuery, isOneOf, listParameter, rowsWhere } from './fixed-query.ts'
import { type ListTotal, MAX_COUNTED, totalFrom } from './list-total.ts'
import { type PageQuery, rangeOf } from './pagination.ts'
import type { NamedTable, Resource } from './resource.ts'

/** Returns one page of the resources in a parent, in their API form. */
export async function listNamed<Table extends NamedTable, View>(
  context: ReadContext,
  resource: Resource<Table, View>,
  where: Record<string, Value>,
  page: PageQuery & Searched,
  scan?: Scan | null,
): Promise<NamedPage<View>> {
  const { rows, ...others } = await readNamed(context, resource, where, page, scan)
  return { items: rows.map((row) => resource.view(row)), ...others }
}

/** Reads the rows of one page of the resources in a parent. */
export async function readNamed<Table extends NamedTable, View>(
  context: ReadContext,
  resource: Resource<Table, View>,
  where: Record<string, Value>,
  page: PageQuery & Searched,
  scan?: Scan | null,
): Promise<RowsOfPage<Database[Table]>> {
  const { nameContains } = page
  // A name never contains a wildcard character, so a filter with one matches nothing.
  if (nameContains && /[\\%_]/.test(nameContains))
    return { rows: [], nextPage: null, ...(page.includeTotal && { total: { count: 0, isCapped: false } }) }
  const range = rangeOf(page, { name: 'name', id: 'id', created: 'time_created' })
  const filters = filtersOf(context.engine, where, nameContains, scan)
  // A scan may read other rows of the table too.
  const only = scan ? undefined : rowsWhere(resource.table, where)
  const key = `list ${filters.map(({ key }) => key).join(' ')} ${range.key}`
  const rows = await fixedQuery(
    context,
    [resource, key],
    (db) => {
      // All named tables share this table's columns; the caller knows the rest.
      const from = db.selectFrom(resource.table as 'project')
      const columns = resource.listed as readonly 'name'[] | undefined
      const query = (columns ? from.select(columns) : from.selectAll()) as Rows
      return range.apply(filters.reduce((filtered, { apply }) => apply(filtered), query))
    },
    [...filters.flatMap(({ values }) => values), ...range.parameters],
    only,
  )
  const read = {
    rows: rows as unknown as Database[Table][],
    nextPage: range.nextPage(rows, (row, by) => row[by]),
  }
  if (!page.includeTotal) return read
  const [counted] = await countOf(context, resource as unknown as Resource, filters, only)
  const isFiltered = filters.some(({ scan: isScan }) => isScan)
  return { ...read, ...totalFrom(counted!, isFiltered) }
}

type Searched = { nameContains?: string | undefined; includeTotal?: boolean | undefined }
type PageEnd = { nextPage: string | null; total?: ListTotal }
type NamedPage<View> = PageEnd & { items: View[] }
type RowsOfPage<Row> = PageEnd & { rows: readonly Row[] }

/** Counts a list up to a limit. */
function countOf(
  context: ReadContext,
  resource: Resource,
  filters: readonly Filter[],
  only: RowsOfTable | undefined,
) {
  const scans = filters.filter(({ scan }) => scan)
  const others = filters.filter(({ scan }) => !scan)
  return fixedQuery(
    context,
    [resource, `count ${filters.map(({ key }) => key).join(' ')}`],
    (db) => {
      const from = db.selectFrom(resource.table as 'project').select('name') as unknown as Rows
      const some = [...others, ...scans.map(({ scan }) => scan!)].reduce<Rows>(
        (rows, { apply }) => apply(rows),
        from,
      )
      const matches = scans.map(({ scan }) => scan!.matches)
      const matching = scans.length > 0 ? sql`case when ${sql.join(matches, sql` and `)} then 1 end` : sql`1`
      return db
        .selectFrom(some.limit(MAX_COUNTED + 1).as('some'))
        .select([
          sql<number | string>`count(${matching})`.as('matching'),
          sql<number | string>`count(*)`.as('read'),
        ])
    },
    [...scans.flatMap(({ values }) => values), ...others.flatMap(({ values }) => values), MAX_COUNTED + 1],
    only,
  )
}

/** A condition that no index answers. A total reads it for the first rows only. */
export type Scan = {
  /** Determines the text of the condition. */
  key: string
  values: readonly unknown[]
  matches: RawBuilder<unknown>
  /** The column that it reads beside the name. */
  column?: string
}
type Rows = SelectQueryBuilder<Database, 'project', Database['project']>
type Filter = {
  key: string
  values: readonly unknown[]
  apply: (query: Rows) => Rows
  /** Of a condition that no index answers; `apply` selects the column that it reads. */
  scan?: { matches: RawBuilder<unknown>; apply: (query: Rows) => Rows }
}
type Value = string | number | readonly string[] | null

function filtersOf(
  engine: Engine,
  where: Record<string, Value>,
  nameContains: string | undefined,
  scan: Scan | null | undefined,
): Filter[] {
  const pattern = `%${nameContains?.toLowerCase()}%`
  const scans: Scan[] = [
    ...(nameContains ? [{ key: 'like', values: [pattern], matches: sql`name like ${pattern}` }] : []),
    ...(scan ? [scan] : []),
  ]
  return [
    ...Object.entries(where).map(([column, value]) => filterOf(engine, column as 'name', value)),
    ...scans.map(({ key, values, matches, column }) => ({
      key,
      values,
      apply: (query: Rows) => query.where(sql<boolean>`${matches}`),
      scan: {
        matches,
        apply: (query: Rows) => (column ? query.select(column as 'name') : query),
      },
    })),
  ]
}

function filterOf(engine: Engine, column: 'name', value: Value): Filter {
  if (value === null)
    return { key: `${column} null`, values: [], apply: (query) => query.where(column, 'is', null) }
  if (typeof value === 'object')
    return {
      key: `${column} in`,
      values: [listParameter(engine, value)],
      apply: (query) => query.where(isOneOf(engine, column, value)),
    }
  return { key: column, values: [value], apply: (query) => query.where(column, '=', value as string) }
}

/** Returns the name and description of an update, without the fields that stay unchanged. */
export const identityChanges = (body: {
  name?: string | null | undefined
  description?: string | null | undefined
}) => ({
  ...(body.name == null ? {} : { name: body.name }),
  ...(body.description == null ? {} : { description: body.description }),
})
