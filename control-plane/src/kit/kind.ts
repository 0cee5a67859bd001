import type { Kind as Name } from '@granary/domain/kinds.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { isUniqueViolation } from '../database/violations.ts'
import type { Database, Named } from '../database/schema.ts'
import type { Scope } from './authorization.ts'
import { type Context, now } from './context.ts'
import { alreadyExists } from './errors.ts'
import { type Entry, type LoggedTable, type Logged, logged, noteChange } from './logged.ts'
import type { Found } from './lookup.ts'
import { type NamedTable, type Resource, resource } from './resource.ts'

type Identity = { name: string; description: string }
type Own<Table extends NamedTable> = Omit<Insertable<Database[Table]>, keyof Named>

/** A resource kind with its writers. Each writes the row and notes the change for the change log. */
export type Kind<Table extends NamedTable = NamedTable, View = object, Its extends Name = Name> = Resource<
  Table,
  View
> & {
  kind: Its
  /**
   * Inserts a resource.
   * @throws ApiError 400 ObjectAlreadyExists if the name is taken in its scope.
   */
  create: (
    context: Context,
    scope: Scope,
    identity: Identity,
    own: Own<Table>,
    id?: string,
  ) => Promise<Database[Table]>
  /**
   * Updates a resource and sets its modification time. Without values, or with those that it has, it writes and logs nothing.
   * @throws ApiError 400 ObjectAlreadyExists if the new name is taken.
   */
  update: (
    context: Context,
    found: Found<Table>,
    values: Updateable<Database[Table]>,
  ) => Promise<Database[Table]>
  /** Deletes a resource. Its name is free at once. */
  remove: (context: Context, found: Found<Table>) => Promise<void>
  /** Deletes many resources of one scope with one statement. */
  removeAll: (context: Context, scope: Scope, rows: readonly Database[Table][]) => Promise<void>
}

/** Declares a kind of resource with a name and a description. */
export function kind<Table extends NamedTable, View, Its extends Name>(
  definition: Parameters<typeof resource<Table, View>>[0] & { kind: Its },
): Kind<Table, View, Its> {
  const declared = resource(definition)
  const writes = logged(entryOf(declared)) as unknown as Logged<Table & LoggedTable>
  type Row = Selectable<Database[Table & LoggedTable]>
  const unique = async <Result>(context: Context, name: string, write: () => Promise<Result>) => {
    try {
      return await write()
    } catch (error) {
      throw isUniqueViolation(error, context.engine, 'name') ? alreadyExists(declared.kind, name) : error
    }
  }
  return {
    ...declared,
    kind: definition.kind,
    create: (context, scope, { name, description }, own, id = crypto.randomUUID()) => {
      const time = now(context)
      const row = { id, name, description, time_created: time, time_modified: time, ...own }
      return unique(context, name, () =>
        writes.create(context, scope, row as unknown as Row),
      ) as unknown as Promise<Database[Table]>
    },
    update: async (context, found, values) => {
      const set = { time_modified: now(context), ...values } as unknown as Updateable<
        Database[Table & LoggedTable]
      > &
        Partial<Identity>
      const after = await unique(context, String(set.name), () =>
        writes.update(context, found as unknown as { row: Row; scope: Scope }, set),
      )
      return after as unknown as Database[Table]
    },
    remove: (context, found) => writes.remove(context, found as unknown as { row: Row; scope: Scope }),
    removeAll: (context, scope, rows) => writes.removeAll(context, scope, rows as unknown as Row[]),
  }
}

/**
 * The logged form of a resource. Named tables are logged tables, but the compiler can't infer that for a type
 * parameter.
 */
const entryOf = <Table extends NamedTable, View>(declared: Resource<Table, View>): Entry<LoggedTable> => ({
  kind: declared.kind,
  table: declared.table as LoggedTable,
  name: (row) => (row as Named).name,
  parentId: (row) => parentIdOf(declared as unknown as Resource, row as Named),
  view: (row) => declared.view(row as unknown as Database[Table]),
})

/** Notes a change of a resource that its kind did not write: a bulk write, or a move from one kind to another. */
export const noteResource = <Table extends NamedTable, View>(
  context: Context,
  declared: Resource<Table, View>,
  scope: Scope,
  before: Database[Table] | null,
  after: Database[Table] | null,
): void => noteChange(context, entryOf(declared), scope, before as never, after as never)

/** Returns the parent's id for the change log, for a resource that lies neither in a project nor directly in a silo. */
function parentIdOf({ parent }: Resource, row: Named): string | null {
  const isSaid = parent && parent.resource.kind !== 'project' && parent.resource.parent
  return isSaid ? String((row as Named & Record<string, unknown>)[parent.column]) : null
}
