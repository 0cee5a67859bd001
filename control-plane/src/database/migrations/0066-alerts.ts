import { sql } from 'kysely'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Alerts, their receivers and deliveries. */
export const alerts: Migration = {
  id: 66,
  name: 'alerts',
  async up(db, engine) {
    const t = tables(db, engine)
    const { integer } = columns(engine)
    const alert = t.required(t.withId('alert'), ['class', 'payload', 'time_created', 'time_modified'])
    await t
      .optional(t.required(alert, ['version'], integer), [
        'resource_kind',
        'resource_id',
        'resource_name',
        'silo_id',
        'cause',
        'time_cleared',
        'time_resolved',
      ])
      .execute()
    await t.unique('alert', 'cause')
    await t.index('alert', 'time_created', 'id')
    await t.index('alert', 'class', 'time_created', 'id')
    const receiver = t.required(t.named('alert_receiver'), ['endpoint', 'subscriptions', 'secrets'])
    await t.optional(receiver, ['last_result', 'time_last_attempt']).execute()
    await t.unique('alert_receiver', 'name')
    const delivery = t.belongsTo(t.withId('alert_delivery'), 'alert_id', 'alert', 'cascade')
    const toReceiver = t.belongsTo(delivery, 'receiver_id', 'alert_receiver', 'cascade')
    const required = ['alert_class', 'trigger', 'state', 'time_started', 'attempts']
    await t.optional(t.required(toReceiver, required), ['next_attempt_at', 'claim']).execute()
    await t.index('alert_delivery', 'alert_id')
    await t.index('alert_delivery', 'receiver_id', 'time_started', 'id')
    await sql`create index alert_delivery_pending on alert_delivery (receiver_id, next_attempt_at) where state = 'pending'`.execute(
      db,
    )
  },
}
