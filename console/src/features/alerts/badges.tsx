import type { ItemOf } from '@granary/contract/call.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import type { Alert } from './alert.ts'

/** Whether an alert needs attention. */
export function AlertStateBadge({ alert }: { alert: Alert }) {
  if (alert.isUnresolved === undefined) return <Missing />
  if (alert.isUnresolved) return <StateBadge color="danger">Unresolved</StateBadge>
  return alert.timeResolved ? (
    <StateBadge color="positive">Resolved</StateBadge>
  ) : (
    <StateBadge color="neutral">Event</StateBadge>
  )
}

export type Delivery = ItemOf<'alertDeliveryList'>
export type Attempt = Delivery['attempts']['webhook'][number]

/** Whether a delivery has arrived. */
export function DeliveryStateBadge({ state }: { state: Delivery['state'] }) {
  if (state === 'delivered') return <StateBadge color="positive">Delivered</StateBadge>
  if (state === 'failed') return <StateBadge color="danger">Failed</StateBadge>
  return (
    <StateBadge color="info" transitional>
      Pending
    </StateBadge>
  )
}

const RESULTS: Record<Attempt['result'], string> = {
  succeeded: 'Succeeded',
  failed_http_error: 'Error answer',
  failed_unreachable: 'Unreachable',
  failed_timeout: 'Timed out',
}

/** How an attempt ended. */
export const ResultBadge = ({ result }: { result: Attempt['result'] }) => (
  <StateBadge color={result === 'succeeded' ? 'positive' : 'danger'}>{RESULTS[result]}</StateBadge>
)
