import { isObject } from '@granary/contract/codec.ts'
import { mailAddress, mailOf } from '@granary/domain/alert-mail.ts'
import { type AlertWords, fillTemplate } from '@granary/domain/alert-templates.ts'
import { secretsOf } from '../kinds/alert-receiver.ts'
import type { Outgoing, Target } from '../kit/base/alert-sender.ts'
import type { Mail } from '../kit/base/messages.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import { signatureOf } from './signature.ts'

/** What an attempt sends. */
export type Message = { target: Target; delivery: Outgoing; timeSent: string }

/** Says that the message tests a receiver, whose payload is empty. */
const TEST = 'This is a test of a receiver of alerts'

/** Returns the request of an attempt, as docs/alerts.md documents it. */
export function requestTo({ target, delivery, timeSent }: Message) {
  const { id, trigger, alert } = delivery
  const data = storedJson<unknown>(alert.payload)
  const body =
    target.template === null
      ? JSON.stringify({
          alert_class: alert.class,
          alert_version: alert.version,
          alert_id: alert.id,
          data,
          delivery: { id, receiver_id: target.id, sent_at: timeSent, trigger },
        })
      : fillTemplate(target.template, wordsOf(delivery, data))
  const headers = {
    'content-type': 'application/json',
    ...factsOf(target, delivery),
    'x-granary-timestamp': timeSent,
    'x-granary-signature': secretsOf(target).map((secret) => signatureOf(secret, body)),
  }
  return { headers, body }
}

/** Returns the mail of an attempt. Each attempt has the same message ID, so that people see a mail once that arrives twice. */
export function mailTo({ target, delivery }: Message): Mail {
  const data = storedJson<unknown>(delivery.alert.payload)
  return {
    ...mailOf(wordsOf(delivery, data), data),
    to: mailAddress(target.endpoint),
    id: delivery.id,
    // RFC 3834: nobody answers such a mail automatically.
    headers: { 'auto-submitted': 'auto-generated', ...factsOf(target, delivery) },
  }
}

const factsOf = (target: Target, { id, alert }: Outgoing) => ({
  'x-granary-alert-id': alert.id,
  'x-granary-alert-class': alert.class,
  'x-granary-alert-version': String(alert.version),
  'x-granary-delivery-id': id,
  'x-granary-receiver-id': target.id,
})

const wordsOf = ({ id, alert }: Outgoing, data: unknown): AlertWords => ({
  message: isObject(data) && typeof data.message === 'string' ? data.message : TEST,
  class: alert.class,
  time: alert.time_created,
  alert_id: alert.id,
  delivery_id: id,
})
