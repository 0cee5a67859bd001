import type { SiloUserRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'
import { principalView } from '../session/handlers.ts'

/** Writes down what became of a user. Their secrets are no part of how the API shows them. */
export function noteUser(context: Context, before: SiloUserRow | null, after: SiloUserRow | null): void {
  const user = (after ?? before)!
  record(context, {
    kind: 'silo-user',
    action: before ? (after ? 'updated' : 'deleted') : 'created',
    id: user.id,
    name: user.display_name,
    siloId: user.silo_id,
    projectId: null,
    parentId: null,
    before: before && principalView(before),
    after: after && principalView(after),
  })
}
