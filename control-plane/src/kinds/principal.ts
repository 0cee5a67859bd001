import type { Flag } from '../database/schema.ts'
import type { Scope } from '../kit/resources/authorization.ts'
import { logged } from '../kit/resources/logged.ts'

/** Returns the fields of a user or a group in its API form. */
export const principalView = (row: {
  id: string
  display_name: string
  silo_id: string
  time_created: string
  time_modified: string
}) => ({
  id: row.id,
  displayName: row.display_name,
  siloId: row.silo_id,
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})

/** Returns whether a user may sign in, and who prevents it if not. */
const statusOf = ({
  active,
  disabled,
}: {
  active: Flag
  disabled: Flag
}): 'active' | 'disabled' | 'inactive' => (disabled ? 'disabled' : active ? 'active' : 'inactive')

/** Returns a user in its API form. */
export const userView = (row: Parameters<typeof principalView>[0] & Parameters<typeof statusOf>[0]) => ({
  ...principalView(row),
  status: statusOf(row),
})

const name = (row: { display_name: string }) => row.display_name

/** A user of a silo. `touch` logs that sessions or tokens of the user ended. */
export const siloUser = logged({ kind: 'silo-user', table: 'silo_user', name, view: userView })

/** A group of a silo. `touch` logs that its members changed. */
export const siloGroup = logged({ kind: 'silo-group', table: 'silo_group', name, view: principalView })

/** Returns the scope of a resource that lies in a silo but in no project. */
export const siloScope = (siloId: string): Scope => ({ siloId, projectId: null })

/** Returns a row that lies in a silo, with its scope. */
export const inSilo = <Row extends { silo_id: string }>(row: Row): { row: Row; scope: Scope } => ({
  row,
  scope: siloScope(row.silo_id),
})
