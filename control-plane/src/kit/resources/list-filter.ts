import type { FilterField, FilterFields } from '@granary/domain/list-filter/fields.ts'
import { parseFilter, type Term } from '@granary/domain/list-filter/grammar.ts'
import { isAddress } from '@granary/domain/list-filter/values.ts'
import { normalizeUuid } from '@granary/domain/names.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Context, visibility } from '../context/context.ts'
import { isOneOf } from '../sql/fixed-query.ts'
import { type Compared, hasText, of, type Source } from './filter-sources.ts'

/** How a list is filtered: its fields, and where their values are. */
export type ListFilter = { fields: FilterFields; sources: Readonly<Record<string, Source>> }

/** Declares how a list is filtered. Each field has a source. */
export const listFilter = <Fields extends FilterFields>(
  fields: Fields,
  sources: { readonly [Field in keyof Fields]: Source },
): ListFilter => ({ fields, sources })

/** A condition that no index answers. A total reads it for the first rows only. */
export type Scan = {
  /** @param row table or alias of the rows. */
  matches: (row: string) => RawBuilder<boolean>
  /** The columns that it reads. */
  columns: readonly string[]
}

/** The conditions of a filter. */
export type FilterConditions = { columns: Record<string, string[]>; scans: Scan[] }

/** What narrows a list beside its parent. */
export type Narrowing = { nameContains?: string | undefined; filter?: string | undefined }

/**
 * Returns the conditions of a list's query, which the contract has checked.
 * @param filter how the list is filtered; without it, only by a part of the name.
 * @param taken columns that have a condition already.
 */
export function filterConditions(
  context: Context,
  filter: ListFilter | undefined,
  query: Narrowing,
  taken: object,
): FilterConditions {
  const { clock, engine } = context
  const conditions: FilterConditions = { columns: {}, scans: [] }
  const { nameContains } = query
  if (nameContains)
    conditions.scans.push({
      columns: ['name'],
      matches: (row) => hasText(of(row, 'name'), { engine, operator: '', value: nameContains }),
    })
  if (!query.filter || !filter) return conditions
  const { terms } = parseFilter(query.filter, filter.fields)
  const isVisible = (projectId: string) => isInVisibleProject(context, projectId)
  const at = { engine, now: clock.now().getTime(), isVisible }
  for (const term of terms ?? []) {
    const column = term.field !== null && !term.isNegated && filter.sources[term.field]!.choice
    if (column && !(column in conditions.columns) && !(column in taken))
      conditions.columns[column] = term.values
    else conditions.scans.push(scanOf(filter, term, at))
  }
  return conditions
}

/** Returns the rows of a query that match a filter. @param row table or alias of the rows. */
export function narrowed<DB, TB extends keyof DB, Row>(
  context: Context,
  rows: SelectQueryBuilder<DB, TB, Row>,
  filter: ListFilter,
  filterText: string | undefined,
  row: string,
): SelectQueryBuilder<DB, TB, Row> {
  if (!filterText) return rows
  const { columns, scans } = filterConditions(context, filter, { filter: filterText }, {})
  let some = rows
  for (const [column, values] of Object.entries(columns))
    some = some.where(isOneOf(context.engine, `${row}.${column}`, values))
  for (const { matches } of scans) some = some.where(matches(row))
  return some
}

/** Returns the condition that a row of the caller's silo is in a project that they may see, or in none. */
export function isInVisibleProject(context: Context, projectId: string): RawBuilder<boolean> {
  const { all, projects } = visibility(context)
  if (all) return sql`1 = 1`
  return sql`(${sql.ref(projectId)} is null or ${isOneOf(context.engine, projectId, [...projects.keys()])})`
}

function scanOf(
  filter: ListFilter,
  { field, isNegated, operator, values }: Term,
  at: Omit<Compared, 'operator' | 'value'>,
): Scan {
  const tests = values.flatMap((value) =>
    sourcesOf(filter, field, value).map((source) => ({ source, compared: { ...at, operator, value } })),
  )
  return {
    columns: tests.flatMap(({ source }) => source.columns),
    matches: (row) => {
      const any = sql.join(
        tests.map(({ source, compared }) => sql`(${source.has(compared, row)})`),
        sql` or `,
      )
      // A column without a value has none that a term could exclude.
      return isNegated ? sql`(${any}) is not true` : sql`(${any})`
    },
  }
}

const byId: Source = {
  columns: ['id'],
  has: ({ value }, row) => sql`${of(row, 'id')} = ${normalizeUuid(value)}`,
}

/** A bare word is an ID, an address, or a part of a name: no name has the form of the others. */
function sourcesOf({ fields, sources }: ListFilter, field: string | null, value: string): Source[] {
  if (field !== null) return [sources[field]!]
  if (normalizeUuid(value)) return [byId]
  const isOf = (kind: FilterField['kind']) =>
    Object.keys(fields).flatMap((name) => (fields[name]!.kind === kind ? sources[name]! : []))
  const addresses = isAddress(value) ? isOf('address') : []
  // The first field is what people call an item.
  return addresses.length > 0 ? addresses : [sources[Object.keys(fields)[0]!]!]
}
