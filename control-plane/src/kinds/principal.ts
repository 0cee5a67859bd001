import type { Scope } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { logged } from '../kit/logged.ts'
import { rawWriter } from '../kit/raw-writer.ts'

/** A user or a group as the API shows it. */
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

const name = (row: { display_name: string }) => row.display_name

/** A user of a silo. `touch` says that sessions or tokens of the user ended. */
export const siloUser = logged({ kind: 'silo-user', table: 'silo_user', name, view: principalView })

/** A group of a silo. `touch` says that its members changed. */
export const siloGroup = logged({ kind: 'silo-group', table: 'silo_group', name, view: principalView })

/** The scope of a resource that lies in a silo but in no project. */
export const siloScope = (siloId: string): Scope => ({ siloId, projectId: null })

/** A row that lies in a silo, with its scope. */
export const inSilo = <Row extends { silo_id: string }>(row: Row): { row: Row; scope: Scope } => ({
  row,
  scope: siloScope(row.silo_id),
})

/** Deletes the users and groups of a silo that is being deleted. The entry of the silo stands for them. */
export async function removePeopleOf(context: Context, siloId: string): Promise<void> {
  for (const table of ['silo_user', 'silo_group'] as const)
    await rawWriter(context).deleteFrom(table).where('silo_id', '=', siloId).execute()
}
