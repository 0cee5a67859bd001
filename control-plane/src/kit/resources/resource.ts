import type { Kind } from '@granary/domain/kinds.ts'
import type { AnyPermission } from '@granary/domain/roles.ts'
import { NO_TAGS, readTags, type Tag } from '@granary/domain/tags.ts'
import type { Database, Named, Tagged } from '../../database/schema.ts'
import type { ListFilter } from './list-filter.ts'

/** Tables whose rows are resources with a name and a description. */
export type NamedTable = {
  [Table in keyof Database]: Database[Table] extends Named ? Table : never
}[keyof Database]

/** The permission that a handler needs on a resource, as the role table names it. */
export type Permission = AnyPermission

/**
 * A kind of resource: its table, its parent and its API form. Lookup by name or id, permission checks, pages,
 * uniqueness errors and the change log all derive from it.
 */
export type Resource<Table extends NamedTable = NamedTable, View = object> = {
  /** Name in errors and changes, kebab-case. */
  kind: Kind
  table: Table
  /** Its selector in a query, camelCase: `project`, `vpc`. */
  selector: string
  /** Its parent kind, and the column with the parent's id. Silos have no parent. */
  parent: { resource: Resource; column: string } | null
  /** A column that is null in its rows, if the table holds another kind too: a project's images beside the silo's. */
  without?: string
  /** The columns that lists read; all if undefined. Leave out long ones that `view` does not show. */
  listed?: readonly string[]
  /** How its list is filtered. */
  filter?: ListFilter
  /** Its form in the API, camelCase. A method, so that the general type includes the kinds of all tables. */
  view(this: void, row: Database[Table]): View
}

/** The columns of a table that lists read. */
type Listed<Table extends NamedTable> = { listed?: readonly (keyof Database[Table] & string)[] }

/** Declares a resource kind. */
export function resource<Table extends NamedTable, View>(
  definition: Omit<Resource<Table, View>, 'parent'> & Listed<Table> & { parent: Parent },
): Resource<Table, View> {
  return definition
}

type Parent = { resource: Resource; column: string } | null

/** Declares a parent. */
export const inside = (parent: Resource, column: string): Parent => ({ resource: parent, column })

type Identity = { id: string; name: string; description: string; timeCreated: string; timeModified: string }
const NONE: Tag[] = []

/** Returns the fields that every named resource shows, with its tags if it is of a kind that has them. */
export function identityView(row: Tagged): Identity & { tags: Tag[] }
export function identityView(row: Named): Identity
export function identityView(row: Named & { tags?: string }): Identity {
  const { tags } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    // Most have none, and a list shows many.
    ...(tags !== undefined && { tags: tags === NO_TAGS ? NONE : readTags(tags) }),
    timeCreated: row.time_created,
    timeModified: row.time_modified,
  }
}
