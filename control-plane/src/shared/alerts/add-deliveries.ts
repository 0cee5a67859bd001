import type { AlertDeliveryRow, AlertRow } from '../../database/schema.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { type Context, now } from '../../kit/context/context.ts'
import { unlogged } from '../../kit/sql/unlogged.ts'

/** Makes what a server calls after it has committed deliveries, so that it looks for them soon. */
export const added = (): { wake: () => void } => ({ wake: () => {} })

type Wanted = { alert: Pick<AlertRow, 'id' | 'class'>; receiverId: string }

/** Requests deliveries in the caller's transaction. @returns their IDs. */
export async function addDeliveries(
  context: Context,
  wanted: readonly Wanted[],
  trigger: AlertDeliveryRow['trigger'],
): Promise<string[]> {
  const time = now(context)
  const rows = wanted.map(({ alert, receiverId }): AlertDeliveryRow => ({
    id: crypto.randomUUID(),
    alert_id: alert.id,
    receiver_id: receiverId,
    alert_class: alert.class,
    trigger,
    state: 'pending',
    time_started: time,
    attempts: '[]',
    next_attempt_at: time,
    claim: null,
  }))
  for (const some of chunks(rows)) await unlogged(context).insertInto('alert_delivery').values(some).execute()
  if (rows.length > 0) context.afterCommit.push(() => context.services.state.of(added).wake())
  return rows.map(({ id }) => id)
}
