import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { chunks } from '../kit/base/chunks.ts'
import type { Link, Selector, Stored } from './collection.ts'
import type { Resource } from './schema/read.ts'

/** Columns, with their table, that sort and find users or groups, and the normalized form of their names. */
type Keys = {
  created: string
  id: string
  externalId: string
  name: string
  nameKey: (name: string) => string
}

/** Returns the requested rows of a query in creation order. */
export function selected<Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  selector: Selector,
  keys: Keys,
): SelectQueryBuilder<Database, Tables, Row> {
  const ordered = query.orderBy(sql.ref(keys.created)).orderBy(sql.ref(keys.id))
  if ('limit' in selector) return ordered.limit(selector.limit).offset(selector.offset)
  if ('ids' in selector) return ordered.where(sql.ref(keys.id), 'in', selector.ids)
  if (!selector.narrow) return ordered
  const { by, value } = selector.narrow
  if (by === 'id') return ordered.where(sql.ref(keys.id), '=', value)
  if (by === 'externalId') return ordered.where(sql.ref(keys.externalId), '=', value)
  return ordered.where(sql.ref(keys.name), '=', keys.nameKey(value))
}

type StoredRow = {
  id: string
  external_id: string | null
  time_created: string
  time_modified: string
  revision: number
}

/** Returns a user or a group without its links. @param own the attributes that clients write. */
export const storedOf = (row: StoredRow, own: Resource): Stored => ({
  id: row.id,
  externalId: row.external_id,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
  revision: row.revision,
  own,
  links: null,
})

/** Adds the links to each resource. @param find loads links in order, each with the id of its resource. */
export async function link(
  all: readonly Stored[],
  find: (ids: string[]) => Promise<(Link & { of: string })[]>,
): Promise<void> {
  const links = new Map<string, Link[]>(all.map(({ id }) => [id, []]))
  for (const ids of chunks([...links.keys()]))
    for (const { of, id, name } of await find(ids)) links.get(of)?.push({ id, name })
  for (const one of all) one.links = links.get(one.id) ?? []
}
