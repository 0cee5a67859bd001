import type { SiloGroupRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'

/** What the API shows of both; a user's secrets are no part of it. */
type Principal = SiloGroupRow

/** Writes down what became of a user. */
export const noteUser = (context: Context, before: Principal | null, after: Principal | null): void =>
  notePrincipal(context, 'silo-user', before, after)

/** Writes down what became of a group; that its members are others is a change of it too. */
export const noteGroup = (context: Context, before: Principal | null, after: Principal | null): void =>
  notePrincipal(context, 'silo-group', before, after)

function notePrincipal(
  context: Context,
  kind: string,
  before: Principal | null,
  after: Principal | null,
): void {
  const row = (after ?? before)!
  record(context, {
    kind,
    action: before ? (after ? 'updated' : 'deleted') : 'created',
    id: row.id,
    name: row.display_name,
    siloId: row.silo_id,
    projectId: null,
    parentId: null,
    before: before && principalView(before),
    after: after && principalView(after),
  })
}

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
