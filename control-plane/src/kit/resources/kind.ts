import type { Kind as Name } from '@granary/domain/kinds.ts'
import { hasTags, NO_TAGS, storedTags, type Tag } from '@granary/domain/tags.ts'
import type { Insertable, Updateable } from 'kysely'
import { isUniqueViolation } from '../../database/violations.ts'
import type { Database, Tagged } from '../../database/schema.ts'
import type { Scope } from './authorization.ts'
import { type Context, now } from '../context/context.ts'
import { alreadyExists } from '../base/errors.ts'
import { type Entry, logged, noteChange } from './logged.ts'
import type { Found } from './lookup.ts'
import { type NamedTable, type Resource, resource } from './resource.ts'

/** Only kinds with tags are created with some. */
type Identity = { name: string; description: string; tags?: readonly Tag[] | undefined }
type Own<Table extends NamedTable> = Omit<Insertable<Database[Table]>, keyof Tagged>

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
   * Updates a resource, and sets its modification time unless only its `states` change. Without values, or with those that it has,
   * it writes and logs nothing.
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

type Definition<Table extends NamedTable, View, Its extends Name> = Parameters<
  typeof resource<Table, View>
>[0] & {
  kind: Its
  /**
   * Columns that say what the resource is doing and where. They change all the time without a user's doing, so they do not count as a
   * modification, which clients take for a change of what they have set.
   */
  states?: readonly (keyof Database[Table] & string)[]
}

/** Declares a kind of resource with a name and a description. */
export const kind = <Table extends NamedTable, View, Its extends Name>(
  definition: Definition<Table, View, Its>,
): Kind<Table, View, Its> => kindOf(definition as unknown as Definition<'project', object, Its>) as never

/** All named tables have the columns of projects, and the type of a kind says which others. */
function kindOf<Its extends Name>({
  states = [],
  ...definition
}: Definition<'project', object, Its>): Kind<'project', object, Its> {
  const declared = resource(definition)
  const isTagged = hasTags(definition.kind)
  const isState = new Set<string>(states)
  const isModified = (row: object, values: object): boolean =>
    Object.entries(values).some(
      ([column, value]) => !isState.has(column) && Reflect.get(row, column) !== value,
    )
  const writes = logged(entryOf(declared))
  const unique = async <Result>(context: Context, name: string, written: Promise<Result>) => {
    try {
      return await written
    } catch (error) {
      throw isUniqueViolation(error, context.engine, 'name') ? alreadyExists(declared.kind, name) : error
    }
  }
  return {
    ...declared,
    remove: writes.remove,
    removeAll: writes.removeAll,
    kind: definition.kind,
    create: (context, scope, { name, description, tags }, own, id = crypto.randomUUID()) => {
      const time = now(context)
      const identity = {
        id,
        name,
        description,
        ...(isTagged && { tags: tags?.length ? storedTags(tags) : NO_TAGS }),
      }
      const row = { ...identity, time_created: time, time_modified: time, ...own }
      return unique(context, name, writes.create(context, scope, row))
    },
    update: (context, found, values) => {
      const set = { ...(isModified(found.row, values) && { time_modified: now(context) }), ...values }
      return unique(context, String(set.name), writes.update(context, found, set))
    },
  }
}

const entryOf = (declared: Resource<'project'>): Entry<'project'> => ({
  kind: declared.kind,
  table: declared.table,
  name: (row) => row.name,
  parentColumn: parentColumnOf(declared),
  view: declared.view,
})

/** Notes a change of a resource that its kind did not write: a bulk write, or a move from one kind to another. */
export const noteResource = <Table extends NamedTable, View>(
  context: Context,
  declared: Resource<Table, View>,
  scope: Scope,
  before: Database[Table] | null,
  after: Database[Table] | null,
): void =>
  noteChange(
    context,
    entryOf(declared as unknown as Resource<'project'>),
    scope,
    before as never,
    after as never,
  )

/** Returns the column of the parent's id for the change log, for a resource that lies neither in a project nor directly in a silo. */
const parentColumnOf = ({ parent }: Pick<Resource, 'parent'>): string | undefined =>
  parent && parent.resource.kind !== 'project' && parent.resource.parent ? parent.column : undefined
