import type { ChangeLogRow } from '../../database/schema.ts'
import type { Change } from '../log/change.ts'
import { mergeChanges } from '../log/change-notes.ts'
import { difference } from '../log/difference.ts'
import { type Context, now } from '../context/context.ts'
import { fixedInsert } from '../sql/fixed-write.ts'
import { chargeLog } from './log-budget.ts'

/** Makes the list of a server of what enqueues the work that changes cause, in the transaction that makes them. */
export const followers = (): ((context: Context, changes: readonly Change[]) => Promise<void>)[] => []

/** Notes a change. It is written with the transaction that makes it. */
export function record(context: Context, change: Change): void {
  context.changes.push(change)
}

/** The author of the changes: a user, an identity provider (by its token), or the system. */
function authorOf({ actor, provisioner }: Context): Pick<ChangeLogRow, 'actor_kind' | 'actor_id'> {
  if (actor) return { actor_kind: 'user', actor_id: actor.userId }
  if (provisioner) return { actor_kind: 'scim', actor_id: provisioner.tokenId }
  return { actor_kind: 'system', actor_id: null }
}

/** The states in an entry: whole if the resource was created or deleted, the fields that differ if it was updated. */
function states({ action, before, after }: Change): Pick<ChangeLogRow, 'before' | 'after'> {
  const isUpdate = action === 'updated' && before !== null && after !== null
  const shown = isUpdate ? difference(before, after) : { before, after }
  const text = (state: unknown) => (state === null ? null : JSON.stringify(state))
  return { before: text(shown.before), after: text(shown.after) }
}

/**
 * Writes the noted changes. The kit calls it as the last step of each transaction.
 * @throws ApiError 429 if the caller's silo has written too much.
 */
export async function writeChanges(context: Context): Promise<void> {
  const time = now(context)
  let written = 0
  // Alerts, which changes may raise or end, are changes too, and cause no further ones.
  do {
    const changes = mergeChanges(context.changes.slice(written))
    written = context.changes.length
    const rows = changes.map((change) => ({
      time,
      request_id: context.requestId,
      operation: context.operation,
      ...authorOf(context),
      kind: change.kind,
      action: change.action,
      resource_id: change.id,
      name: change.name,
      silo_id: change.siloId,
      project_id: change.projectId,
      parent_id: change.parentId,
      ...states(change),
    }))
    chargeLog(context, rows)
    if (rows.length === 0) return
    await fixedInsert(context, 'change_log', rows, 'deferred')
    for (const follow of context.services.state.of(followers)) await follow(context, changes)
  } while (context.changes.length > written)
  context.afterCommit.push(context.services.notify)
}
