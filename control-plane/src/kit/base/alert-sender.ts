import type { AlertDeliveryRow, AlertReceiverRow, AlertRow, AttemptResult } from '../../database/schema.ts'

/** A delivery to send. */
export type Outgoing = {
  id: string
  /** Of the attempt, from 1. */
  number: number
  trigger: AlertDeliveryRow['trigger'] | 'probe'
  alert: Pick<AlertRow, 'id' | 'class' | 'version' | 'payload' | 'time_created'>
}

/** What gets a delivery. */
export type Target = Pick<AlertReceiverRow, 'id' | 'endpoint' | 'template' | 'secrets'>

/** An attempt in its API form. */
export type Attempt = {
  attempt: number
  result: AttemptResult
  response: { status: number; durationMs: number; excerpt: string } | null
  timeSent: string
  problem: string | null
}

/** Sends alerts to receivers that operators choose. The host implements it, beside its requests: a list does not wait for an alert. */
export type AlertSender = {
  /** Returns why an address can't be used, or null. Names are resolved only when something is sent. */
  endpointProblem: (url: string) => string | null
  /**
   * Makes an attempt at each delivery to a receiver, a few side by side. None begins later than 20 seconds from now, and none takes
   * longer than 30.
   * @param signal aborts the attempts.
   * @returns the results; null for an attempt that was not begun or was aborted.
   */
  sendAll: (
    target: Target,
    deliveries: readonly Outgoing[],
    signal: AbortSignal,
  ) => Promise<(Attempt | null)[]>
}
