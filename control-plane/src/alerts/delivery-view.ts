import { storedJson } from '../kit/base/stored-json.ts'
import type { AlertDeliveryRow } from '../database/schema.ts'
import type { Attempt } from '../kit/base/alert-sender.ts'

/** Returns a delivery in its API form. */
export const deliveryView = (row: AlertDeliveryRow) => ({
  id: row.id,
  alertClass: row.alert_class,
  alertId: row.alert_id,
  receiverId: row.receiver_id,
  state: row.state,
  trigger: row.trigger,
  timeStarted: row.time_started,
  attempts: { webhook: storedJson<Attempt[]>(row.attempts) },
  timeNextAttempt: row.next_attempt_at,
})
