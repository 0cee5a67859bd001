import { addDeliveries } from '../shared/alerts/add-deliveries.ts'
import type { Context } from '../kit/context/context.ts'

/** Maximum number of alerts that one request sends again. */
const MAX_RESENT = 10_000

/** Requests another delivery of every alert without a delivered or pending one, the oldest first. @returns how many. */
export async function resendUndelivered(context: Context, receiverId: string): Promise<number> {
  const failed = await context.db
    .selectFrom('alert_delivery as failed')
    .select(['failed.alert_id as id', 'failed.alert_class as class'])
    .where('failed.receiver_id', '=', receiverId)
    .where('failed.state', '=', 'failed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('alert_delivery as other')
            .select('other.id')
            .whereRef('other.alert_id', '=', 'failed.alert_id')
            .where('other.receiver_id', '=', receiverId)
            .where('other.state', '!=', 'failed'),
        ),
      ),
    )
    .orderBy('failed.time_started')
    .limit(MAX_RESENT)
    .execute()
  const alerts = new Map(failed.map(({ id, class: name }) => [id, { id, class: name }]))
  const wanted = [...alerts.values()].map((alert) => ({ alert, receiverId }))
  return (await addDeliveries(context, wanted, 'resend')).length
}
