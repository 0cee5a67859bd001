import type { Id, Json, Time } from './values.ts'

export type AlertRow = {
  id: Id
  class: string
  version: number
  payload: Json
  resource_kind: string | null
  resource_id: Id | null
  resource_name: string | null
  silo_id: Id | null
  /** What goes on until it is resolved: its class and its subject. Null once it is resolved, and for classes that don't last. */
  cause: string | null
  /** When the cause was last found to have ended; null while it goes on. */
  time_cleared: Time | null
  time_resolved: Time | null
  time_created: Time
  time_modified: Time
}

export type AlertReceiverRow = {
  id: Id
  name: string
  description: string
  time_created: Time
  time_modified: Time
  endpoint: string
  /** JSON with placeholders that is sent in place of the own form. */
  template: string | null
  /** Sorted classes and globs, as an array. */
  subscriptions: Json
  /** `WebhookSecret` values, the oldest first, as an array. */
  secrets: Json
  last_result: AttemptResult | null
  time_last_attempt: Time | null
}

export type AttemptResult = 'succeeded' | 'failed_http_error' | 'failed_unreachable' | 'failed_timeout'

export type AlertDeliveryRow = {
  id: Id
  alert_id: Id
  receiver_id: Id
  alert_class: string
  trigger: 'alert' | 'resend'
  state: 'pending' | 'delivered' | 'failed'
  time_started: Time
  /** The attempts so far, as an array in their API form. */
  attempts: Json
  /** When the next attempt is due. While one runs, when it counts as lost. Null unless it is pending. */
  next_attempt_at: Time | null
  /** The run that attempts it. */
  claim: string | null
}

/** Alerts, what gets them, and what became of each. */
export type AlertTables = {
  alert: AlertRow
  alert_receiver: AlertReceiverRow
  alert_delivery: AlertDeliveryRow
}
