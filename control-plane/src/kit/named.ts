import type { Insertable, Updateable } from 'kysely'
import { isUniqueViolation } from '../database/violations.ts'
import type { Database, Named } from '../database/schema.ts'
import type { Scope } from './authorization.ts'
import { record } from './changes.ts'
import { type Context, now } from './context.ts'
import { alreadyExists } from './errors.ts'
import type { Found } from './lookup.ts'
import { type PageQuery, takePage } from './pagination.ts'
import type { NamedTable, Resource } from './resource.ts'

type Identity = { name: string; description: string }
type Own<Table extends NamedTable> = Omit<Insertable<Database[Table]>, keyof Named>

/** One page of the resources that lie in a parent, as the API shows them. */
export async function listNamed<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  where: Record<string, string | number | readonly string[] | null>,
  page: PageQuery & { nameContains?: string | undefined },
): Promise<{ items: View[]; nextPage: string | null }> {
  // All named tables have the columns of this one; the caller knows the others.
  let query = context.db.selectFrom(resource.table as 'project').selectAll()
  for (const [column, value] of Object.entries(where))
    query =
      value === null
        ? query.where(column as 'name', 'is', null)
        : typeof value === 'object'
          ? query.where(column as 'name', 'in', value)
          : query.where(column as 'name', '=', value as string)
  const { nameContains } = page
  // No name has one of the characters that mean something in a pattern, so a text with them is in none.
  if (nameContains && /[\\%_]/.test(nameContains)) return { items: [], nextPage: null }
  if (nameContains) query = query.where('name', 'like', `%${nameContains.toLowerCase()}%`)
  const { rows, nextPage } = await takePage(query, page, { name: 'name', id: 'id' }, (row, by) => row[by])
  return { items: rows.map((row) => resource.view(row as unknown as Database[Table])), nextPage }
}

/**
 * Inserts a resource and notes the change.
 * @throws ApiError 400 ObjectAlreadyExists when the name is taken in its scope.
 */
export async function createNamed<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  scope: Scope,
  identity: Identity,
  own: Own<Table>,
  id = crypto.randomUUID() as string,
): Promise<Database[Table]> {
  const time = now(context)
  const row = { id, ...pick(identity), time_created: time, time_modified: time, ...own }
  try {
    await context.db
      .insertInto(resource.table as 'project')
      .values(row as unknown as Insertable<Database['project']>)
      .execute()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'name')
      ? alreadyExists(resource.kind, identity.name)
      : error
  }
  const created = row as unknown as Database[Table]
  note(context, resource, scope, null, created)
  return created
}

/**
 * Changes a resource, sets its time of modification and notes the change.
 * @throws ApiError 400 ObjectAlreadyExists when the new name is taken.
 */
export async function updateNamed<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  found: Found<Table>,
  values: Updateable<Database[Table]>,
): Promise<Database[Table]> {
  const before = found.row as unknown as Named
  const set = { ...values, time_modified: now(context) } as unknown as Updateable<Database['project']>
  try {
    await context.db
      .updateTable(resource.table as 'project')
      .set(set)
      .where('id', '=', before.id)
      .execute()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'name')
      ? alreadyExists(resource.kind, String(set.name))
      : error
  }
  const after = { ...found.row, ...set } as Database[Table]
  note(context, resource, found.scope, found.row, after)
  return after
}

/** Deletes a resource and notes the change; a name that is free again can be used at once. */
export async function deleteNamed<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  found: Found<Table>,
): Promise<void> {
  const { id } = found.row as unknown as Named
  await context.db
    .deleteFrom(resource.table as 'project')
    .where('id', '=', id)
    .execute()
  note(context, resource, found.scope, found.row, null)
}

/** The name and description that an update gives, without those that it leaves as they are. */
export const identityChanges = (body: {
  name?: string | null | undefined
  description?: string | null | undefined
}) => ({
  ...(body.name == null ? {} : { name: body.name }),
  ...(body.description == null ? {} : { description: body.description }),
})

const pick = ({ name, description }: Identity): Identity => ({ name, description })

/** Writes down what became of a resource, in the words of the API. */
export function note<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  scope: Scope,
  before: Database[Table] | null,
  after: Database[Table] | null,
): void {
  const row = (after ?? before) as unknown as Named & Record<string, unknown>
  const parent = resource.parent
  record(context, {
    kind: resource.kind,
    action: before ? (after ? 'updated' : 'deleted') : 'created',
    id: row.id,
    name: row.name,
    siloId: scope.siloId,
    projectId: scope.projectId,
    parentId:
      parent && parent.resource.kind !== 'project' && parent.resource.parent
        ? String(row[parent.column])
        : null,
    before: before && resource.view(before),
    after: after && resource.view(after),
  })
}
