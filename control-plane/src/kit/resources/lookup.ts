import { toSnake } from '@granary/contract/codec.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { Database, Named } from '../../database/schema.ts'
import { may, mayRead, type ProjectScope, type Scope } from './authorization.ts'
import { actorOf, type Context } from '../context/context.ts'
import { untypedReader } from '../sql/any-table.ts'
import { fixedQuery } from '../sql/fixed-query.ts'
import { forbidden, hidden, invalidRequest, notFound } from '../base/errors.ts'
import type { NamedTable, Permission, Resource } from './resource.ts'

/** A resource that the caller may read, with its scope. */
export type Found<Table extends NamedTable> = { row: Database[Table]; scope: ScopeOf<Table> }

/** Every resource of some tables is in a project. */
type ScopeOf<Table extends NamedTable> = Table extends 'project'
  ? ProjectScope
  : Database[Table] extends { project_id: string }
    ? ProjectScope
    : Scope

/** The selectors of a request, path and query together: `{ instance: 'web-1', project: 'shop' }`. */
export type Selectors = Readonly<Record<string, unknown>>

/**
 * Finds the resource that a request names: by id alone, or by name within the parents that the query names.
 * @throws ApiError 404 if it does not exist or the caller may not read it (both look the same), 403 if the caller may
 * read it but lacks the permission, 400 if an id comes with a parent or a name comes without one.
 */
export async function find<Table extends NamedTable, View extends object>(
  context: Context,
  resource: Resource<Table, View>,
  selectors: Selectors,
  permission: Permission,
): Promise<Found<Table>> {
  const found = await locate(context, resource, selectors)
  if (!may(context, found.scope, permission)) throw forbidden()
  return found as never
}

type Located = { row: Named; scope: Scope }

async function locate(context: Context, resource: Resource, selectors: Selectors): Promise<Located> {
  const given = selectors[resource.selector]
  const value = typeof given === 'string' ? given : ''
  const { kind, parent } = resource
  if (isUuid(value)) {
    for (const above of selectorsAbove(resource))
      if (selectors[above] != null)
        throw invalidRequest(
          `when providing ${toSnake(resource.selector)} as an ID, ${toSnake(above)} should not be specified`,
        ).at(toSnake(above), 'not_allowed')
    const row = await rowWhere(context, resource, { id: value })
    const scope = row && (await scopeOf(context, resource, row))
    if (!row || !scope) throw notFound(kind, { id: value })
    if (!mayRead(context, scope, kind)) throw hidden(kind, { id: value })
    return { row, scope }
  }
  const above = parent ? await parentOf(context, resource, parent, selectors) : null
  const row = await rowWhere(context, resource, {
    name: value,
    ...(parent && above ? { [parent.column]: above.id } : {}),
  })
  const scope = row && scopeBelow(resource, row, above)
  if (!row || !scope) throw notFound(kind, { name: value })
  if (!mayRead(context, scope, kind)) throw hidden(kind, { name: value })
  return { row, scope }
}

/** Returns the selectors of all ancestors of a resource, below the silo, which requests never name. */
function selectorsAbove(resource: Resource): string[] {
  const above = resource.parent?.resource
  return above?.parent ? [above.selector, ...selectorsAbove(above)] : []
}

/** The parent of a resource that a request names. */
type Above = { id: string; scope: Scope }

/** Returns the scope of a row from that of its parent. */
function scopeBelow({ kind }: Resource, row: Named, above: Above | null): Scope {
  if (!above) return { siloId: row.id, projectId: null }
  return kind === 'project' ? { ...above.scope, projectId: row.id } : above.scope
}

async function parentOf(
  context: Context,
  resource: Resource,
  parent: NonNullable<Resource['parent']>,
  selectors: Selectors,
): Promise<Above> {
  // A query never names the silo of a resource: it is the caller's own.
  if (!parent.resource.parent) {
    const { siloId } = actorOf(context)
    return { id: siloId, scope: { siloId, projectId: null } }
  }
  if (selectors[parent.resource.selector] == null)
    throw invalidRequest(
      `${toSnake(resource.selector)} should either be an ID or ${toSnake(parent.resource.selector)} should be specified`,
    ).at(toSnake(parent.resource.selector), 'required')
  const { row, scope } = await locate(context, parent.resource, selectors)
  return { id: row.id, scope }
}

/** Walks up to the project and the silo of a row. */
async function scopeOf(context: Context, resource: Resource, row: Named): Promise<Scope | null> {
  let at = resource
  let current = row
  let projectId: string | null = null
  while (at.parent) {
    if (at.kind === 'project') projectId = current.id
    const parentId = String(Reflect.get(current, at.parent.column))
    if (!at.parent.resource.parent) return { siloId: parentId, projectId }
    const next = await rowWhere(context, at.parent.resource, { id: parentId })
    if (!next) return null
    current = next
    at = at.parent.resource
  }
  return { siloId: current.id, projectId }
}

async function rowWhere(
  context: Context,
  resource: Resource,
  where: Record<string, string>,
): Promise<Named | undefined> {
  const { table, without } = resource
  const columns = Object.keys(where)
  const [row] = await fixedQuery(
    context,
    [resource, `row ${columns.join(' ')}`],
    (db) => {
      let query = untypedReader(db).selectFrom(table).selectAll().$castTo<Named>()
      for (const column of columns) query = query.where(column, '=', where[column])
      return without ? query.where(without, 'is', null) : query
    },
    Object.values(where),
  )
  return row
}
