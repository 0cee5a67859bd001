import { isMailto, mailAddress, mailOf } from '@granary/domain/alert-mail.ts'
import { fillTemplate } from '@granary/domain/alert-templates.ts'
import { toWire } from '../../../api/casing.ts'
import { type Alert, payloadOf } from '../alert.ts'
import type { Attempt, Delivery } from '../badges.tsx'
import type { Receiver } from './receiver.ts'

/** Texts as a receiver gets them. */
type Sent = { headers: string; body: string }

type Of = {
  kind: Pick<Receiver['kind'], 'endpoint' | 'template'>
  alert: Pick<Alert, 'version' | 'payload' | 'timeCreated'>
  delivery: Pick<Delivery, 'id' | 'alertClass' | 'alertId' | 'receiverId' | 'trigger'>
}

/**
 * Returns the request or the mail of an attempt as docs/alerts.md describes it, in the form that the receiver has now. Its signatures
 * can't be made without the secrets.
 */
export function requestText(
  { kind }: Pick<Of, 'kind'>,
  alert: Of['alert'],
  delivery: Of['delivery'],
  { timeSent }: Pick<Attempt, 'timeSent'>,
): Sent {
  const of = { kind, alert, delivery }
  if (isMailto(kind.endpoint)) return mailText(of)
  const sentAt = timeSent.toISOString()
  const headers = lines({
    'content-type': 'application/json',
    ...factsOf(of),
    'x-granary-timestamp': sentAt,
    // One for each secret.
    'x-granary-signature': 'a=sha256&id=SECRET_ID&s=HEX',
  })
  const body =
    kind.template == null
      ? JSON.stringify(ownBody(of, sentAt), null, 2)
      : fillTemplate(kind.template, wordsOf(of))
  return { headers, body }
}

const ownBody = ({ alert, delivery }: Of, sentAt: string) => ({
  alert_class: delivery.alertClass,
  alert_version: alert.version,
  alert_id: delivery.alertId,
  data: toWire(alert.payload),
  delivery: {
    id: delivery.id,
    receiver_id: delivery.receiverId,
    sent_at: sentAt,
    trigger: delivery.trigger,
  },
})

function mailText(of: Of): Sent {
  const { subject, text } = mailOf(wordsOf(of), toWire(of.alert.payload))
  const to = mailAddress(of.kind.endpoint)
  return { headers: lines({ to, subject, ...factsOf(of) }), body: text }
}

const wordsOf = ({ alert, delivery }: Of) => ({
  message: payloadOf(alert).message ?? delivery.alertClass,
  class: delivery.alertClass,
  time: alert.timeCreated.toISOString(),
  alert_id: delivery.alertId,
  delivery_id: delivery.id,
})

const factsOf = ({ alert, delivery }: Of) => ({
  'x-granary-alert-id': delivery.alertId,
  'x-granary-alert-class': delivery.alertClass,
  'x-granary-alert-version': alert.version,
  'x-granary-delivery-id': delivery.id,
  'x-granary-receiver-id': delivery.receiverId,
})

const lines = (headers: Readonly<Record<string, string | number>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
