import { toSnake } from '@granary/contract/codec.ts'
import { isUuid } from '@granary/domain/names.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ApiError, unreadable } from '../base/errors.ts'

export type SortMode =
  | 'name_ascending'
  | 'name_descending'
  | 'id_ascending'
  | 'time_and_id_ascending'
  | 'time_and_id_descending'
  | 'version_ascending'
  | 'version_descending'

/** The query of a list operation, with the operation's own filters, which the token keeps. */
export type PageQuery = {
  limit?: number | undefined
  pageToken?: string | null | undefined
  sortBy?: SortMode | undefined
  /** Sorts by a field instead of by `sortBy`: `size_descending`. */
  orderBy?: string | undefined
  /** The same for the time of creation. */
  createdOrder?: 'ascending' | 'descending' | undefined
}

const DEFAULT_LIMIT = 100
/** Longer pages are clipped: the published `limit` is a maximum. 1,000 rows take 10 ms, which nobody else has to wait out. */
const MAX_LIMIT = 1_000

/** The first page's query in wire names, and the marker where the next page begins. */
type Marker = { sort_by: SortMode; last_seen: string } & Record<string, unknown>

/** Encodes the marker of a page as its token. */
export function encodeToken(marker: Marker): string {
  const text = JSON.stringify({ v: 'v1', page_start: marker })
  return btoa(NOT_ASCII.test(text) ? String.fromCharCode(...new TextEncoder().encode(text)) : text)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Most tokens are ASCII: to encode and decode them as bytes would be a tenth of what a page takes. */
const NOT_ASCII = /[\x80-\uffff]/

/**
 * Decodes a page token into the first page's parameters and the marker.
 * @throws ApiError 400 for a token that this server did not issue.
 */
export function decodeToken(token: string): Marker {
  try {
    const bytes = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
    const text = NOT_ASCII.test(bytes)
      ? new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
      : bytes
    const { v, page_start: marker } = JSON.parse(text) as { v: string; page_start: Marker }
    if (v !== 'v1' || typeof marker.last_seen !== 'string' || typeof marker.sort_by !== 'string')
      throw new Error('version')
    // PostgreSQL has no text with it.
    if (marker.last_seen.includes('\0')) throw new Error('NUL')
    return marker
  } catch {
    throw unreadable(
      'unable to parse query string: failed to parse pagination token: it is not one of ours',
    ).at('page_token', 'invalid_format', 'Not a page token of this server')
  }
}

/** A column that a list can be sorted by. `as`: what its rows call it, if not by its name. */
export type SortColumn = {
  column: string
  as?: string
  /** Text unless it says otherwise. `textOrNull`: null counts as an empty text. */
  type?: 'number' | 'textOrNull'
}

/**
 * The sort columns of a list. Rows with the same value of one of the `fields` are sorted by id, and so are rows of one name if
 * `namesRepeat`. Otherwise names are unique among the rows. `table` qualifies the columns of the fields.
 */
type Keys = {
  name?: string
  id: string
  namesRepeat?: boolean
  fields?: Readonly<Record<string, { sort?: SortColumn }>>
  table?: string
}

/** `byTwo`: whether rows of one key are sorted by their id. */
type Sort = { by: string; byTwo: boolean; descending: boolean; field?: SortColumn }

function sortOf(mode: SortMode, { orderBy, createdOrder }: PageQuery, keys: Keys): Sort {
  const order = orderBy ?? (createdOrder ? `created_${createdOrder}` : mode)
  const descending = order.endsWith('descending')
  const by = order.slice(0, order.lastIndexOf('_'))
  const field = keys.fields?.[by]?.sort
  if (field) return { by, byTwo: true, descending, field }
  const isByName = by === 'name' && keys.name !== undefined
  return { by: isByName ? 'name' : 'id', byTwo: isByName && keys.namesRepeat === true, descending }
}

/** Returns the token of the page after the row with a marker. It has the first page's parameters, so that the next page needs only the token. */
export function tokenAfter(page: PageQuery, sort: SortMode, marker: string): string {
  const first: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(page))
    if (key !== 'limit' && key !== 'pageToken') first[toSnake(key)] = value
  return encodeToken({ ...first, sort_by: sort, last_seen: marker })
}

/** Returns the marker of a page token. @throws ApiError 400 for one of a list in another order. */
export function markerIn(token: string, sort: SortMode, form: RegExp): RegExpExecArray {
  const { sort_by: sortBy, last_seen: marker } = decodeToken(token)
  const parts = form.exec(marker)
  if (sortBy === sort && parts) return parts
  throw new ApiError(400, undefined, 'invalid page token').at('page_token', 'invalid_format')
}

/** A value or a name, and an id, as the marker of a page that is sorted by both. */
const PAIR = /^([^/]*)\/([\da-f-]{36})$/

/** @throws ApiError 400 for the marker of another list. */
function lastSeen({ last_seen: marker }: Marker, { by, byTwo: isPair, field }: Sort): (string | number)[] {
  const [, first = '', id] = PAIR.exec(marker) ?? []
  const isNumber = field?.type === 'number'
  const isWrong = isPair ? !id || (isNumber && !/^\d{1,16}$/.test(first)) : isUuid(marker) !== (by === 'id')
  if (isWrong) throw new ApiError(400, undefined, 'invalid page token').at('page_token', 'invalid_format')
  if (!isPair) return [marker]
  return [isNumber ? Math.min(Number(first), Number.MAX_SAFE_INTEGER) : first, id!]
}

/** The part of a list that a page asks for. */
export type Range = {
  /** Determines the SQL text that `apply` adds. */
  key: string
  /** The values that `apply` adds to a query, in the order of its text. */
  parameters: (string | number)[]
  apply: <Query extends Rangeable>(query: Query) => Query
  /** Returns the next page's token: every page with a row has one, also the last. */
  nextPage: <Row>(rows: readonly Row[], markerOf: (row: Row, by: 'name' | 'id') => string) => string | null
}

type Rangeable = Pick<SelectQueryBuilder<never, never, unknown>, 'compile'>

/**
 * Reads the range of a page by keyset, strictly after the last seen key. Every page costs the same, and rows inserted
 * between pages are never shown twice.
 * @throws ApiError 400 for a token of another list.
 */
export function rangeOf(page: PageQuery, keys: Keys): Range {
  const marker = page.pageToken ? decodeToken(page.pageToken) : null
  const mode = marker?.sort_by ?? page.sortBy ?? (keys.name ? 'name_ascending' : 'id_ascending')
  const sort = sortOf(mode, page, keys)
  const { by, byTwo, descending, field } = sort
  const seen = marker ? lastSeen(marker, sort) : []
  const limit = Math.min(page.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
  return {
    key: `${by} ${descending ? 'down' : 'up'}${marker ? ' on' : ''}`,
    parameters: [...seen, limit],
    apply: <Query extends Rangeable>(query: Query) => {
      const first = field ? columnOf(field, keys) : sql.ref<string>(keys[by as 'name' | 'id']!)
      const columns = [first, ...(byTwo ? [sql.ref<string>(keys.id)] : [])]
      // The types of the query's tables don't matter here.
      const any = query as unknown as SelectQueryBuilder<Record<string, object>, string, unknown>
      const ordered = columns.reduce(
        (sorted, column) => sorted.orderBy(column, descending ? 'desc' : 'asc'),
        any.limit(limit),
      )
      const paged = marker ? ordered.where(beyond(columns, seen, descending)) : ordered
      return paged as unknown as Query
    },
    nextPage: (rows, markerOf) => {
      const last = rows.at(-1)
      if (!last) return null
      const values = last as unknown as { id: string } & Record<string, string | number | null>
      const first = field ? (values[field.as ?? field.column] ?? '') : markerOf(last, by as 'name' | 'id')
      return tokenAfter(page, mode, byTwo ? `${first}/${values.id}` : String(first))
    },
  }
}

/** Returns what a page is sorted by, for a field. */
function columnOf({ column, type }: SortColumn, { table }: Keys): RawBuilder<string> {
  const value = sql.ref<string>(table ? `${table}.${column}` : column)
  return type === 'textOrNull' ? sql`coalesce(${value}, '')` : value
}

/** Rows strictly after a marker. Both engines use an index for a comparison of rows. PostgreSQL refuses a large number for a column of 32 bits. */
function beyond(columns: RawBuilder<string>[], seen: (string | number)[], descending: boolean) {
  const values = seen.map((value) =>
    typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`${value}`,
  )
  return sql<boolean>`(${sql.join(columns)}) ${descending ? sql`<` : sql`>`} (${sql.join(values)})`
}

/**
 * Reads one page of a query; see `rangeOf`.
 * @returns the rows and the next page's token.
 */
export async function takePage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageQuery,
  keys: Keys,
  markerOf: (row: Row, by: 'name' | 'id') => string,
): Promise<{ rows: Row[]; nextPage: string | null }> {
  const range = rangeOf(page, keys)
  const rows = (await range.apply(query).execute()) as Row[]
  return { rows, nextPage: range.nextPage(rows, markerOf) }
}
