import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'
import { principalView } from '../session/handlers.ts'

type Principal = Parameters<typeof principalView>[0]

/** Writes down what became of a user or a group, in the words of the API. */
export function notePrincipal(
  context: Context,
  kind: 'silo-user' | 'silo-group',
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
