import type { Kind } from '@granary/domain/kinds.ts'
import type { AnyPermission } from '@granary/domain/roles.ts'
import type { Database, Named } from '../database/schema.ts'

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
  listed?: readonly (keyof Database[Table] & string)[]
  /** Its form in the API, camelCase. */
  view: (row: Database[Table]) => View
}

/** Declares a resource kind. */
export function resource<Table extends NamedTable, View>(
  definition: Omit<Resource<Table, View>, 'parent'> & { parent: Parent },
): Resource<Table, View> {
  return definition
}

type Parent = { resource: Resource; column: string } | null

/** Declares a parent. The cast keeps each kind's row type without making every kind generic over its ancestors. */
export const inside = <Table extends NamedTable, View>(
  parent: Resource<Table, View>,
  column: string,
): Parent => ({
  resource: parent as unknown as Resource,
  column,
})

/** Returns the fields that every named resource shows. */
export const identityView = (row: Named) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})
