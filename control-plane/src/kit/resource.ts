import type { Kind } from '@granary/domain/kinds.ts'
import type { AnyPermission } from '@granary/domain/roles.ts'
import type { Database, Named } from '../database/schema.ts'

/** Tables whose rows are resources with a name and a description. */
export type NamedTable = {
  [Table in keyof Database]: Database[Table] extends Named ? Table : never
}[keyof Database]

/** What a handler must be allowed to do with a resource, in the words of the role table. */
export type Permission = AnyPermission

/**
 * A kind of resource: where its rows are, what it lies in, how the API shows it. From this come lookup by name or id,
 * permission checks, pages, uniqueness errors and the change log.
 */
export type Resource<Table extends NamedTable = NamedTable, View = object> = {
  /** The name in errors and changes, kebab-case. */
  kind: Kind
  table: Table
  /** Selector of it in a query, camelCase: `project`, `vpc`. */
  selector: string
  /** What it lies in, and the column that says in which one. Silos lie in nothing. */
  parent: { resource: Resource; column: string } | null
  /** A column that is null in its rows, where its table has other kinds too: a project's images beside the silo's. */
  without?: string
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

/** A parent link; the cast keeps each kind's own row type without making every kind generic over its ancestors. */
export const inside = <Table extends NamedTable, View>(
  parent: Resource<Table, View>,
  column: string,
): Parent => ({
  resource: parent as unknown as Resource,
  column,
})

/** The fields of a view that every named resource has. */
export const identityView = (row: Named) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})
