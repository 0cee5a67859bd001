import {
  subscriptionProblem,
  MAX_SUBSCRIPTION_LENGTH,
  MAX_SUBSCRIPTIONS,
} from '@granary/domain/alert-subscriptions.ts'
import { MAX_TEMPLATE_LENGTH, templateProblem } from '@granary/domain/alert-templates.ts'
import { z } from 'zod'
import { extra, extraInput } from '../extension.ts'
import { checkedText, identity, identityCreate, identityUpdate, Timestamp, Uuid } from '../scalars.ts'

/** Maximum number of secrets of a receiver. */
const MAX_SECRETS = 8

export const AlertSubscription = checkedText(subscriptionProblem, MAX_SUBSCRIPTION_LENGTH).meta({
  id: 'AlertSubscription',
  description: 'A class of alerts, or a glob: `*` stands for one segment of a class, `**` for one or more',
  pattern: String.raw`^([a-zA-Z0-9_]+|\*|\*\*)(\.([a-zA-Z0-9_]+|\*|\*\*))*$`,
})
const subscriptions = z
  .array(AlertSubscription)
  .meta({ description: 'Classes and globs that it is subscribed to, by name' })

const Endpoint = z.string().max(2_048).meta({
  format: 'uri',
  description:
    'Web address that gets the alerts, not inside of private networks; or `mailto:` and an e-mail address',
})
export const Secret = z.string().min(1).max(256)
const Template = checkedText(templateProblem, MAX_TEMPLATE_LENGTH)

export const AlertClass = z
  .object({
    name: z.string().meta({ description: 'Name of the class' }),
    description: z.string().meta({ description: 'When it is raised' }),
    version: extra(z.int().min(1).meta({ description: 'Version of the payload' })),
    payloadSchema: extra(z.unknown().meta({ description: 'JSON Schema of the payload' })),
    lasts: extra(z.boolean().meta({ description: 'Whether it needs attention until its cause has ended' })),
  })
  .meta({ id: 'AlertClass' })

const AlertResource = z
  .object({
    kind: z.string().meta({ description: 'Kind of the resource' }),
    id: Uuid.meta({ description: 'ID of the resource, which may be deleted' }),
    name: z.string().meta({ description: 'Its name then' }),
    siloId: Uuid.nullable().meta({ description: 'ID of its silo; null if it belongs to the fleet' }),
  })
  .meta({ id: 'AlertResource' })

const alertFields = {
  id: Uuid.meta({ description: 'Unique ID, which never changes' }),
  class: z.string().meta({ description: 'Class of the alert' }),
  version: z.int().min(0).meta({ format: 'uint32', description: 'Version of the payload' }),
  payload: z.unknown().meta({ description: 'What happened, in the form that the class documents' }),
  timeCreated: Timestamp.meta({ description: 'When it was raised' }),
  timeModified: Timestamp.meta({ description: 'When it was last changed' }),
  message: extra(z.string().meta({ description: 'The alert as a sentence for people' })),
  resource: extra(AlertResource.nullable().meta({ description: 'The resource that it is about' })),
  timeResolved: extra(
    Timestamp.nullable().meta({ description: 'When its cause was found to have ended, or null' }),
  ),
  isUnresolved: extra(
    z.boolean().meta({ description: 'Whether it needs attention: its class lasts, and its cause goes on' }),
  ),
}
export const Alert = z.object(alertFields).meta({ id: 'Alert' })

export const WebhookSecret = z
  .object({
    id: Uuid.meta({ description: 'ID of the secret, which signatures name' }),
    timeCreated: Timestamp.meta({ description: 'When it was added' }),
  })
  .meta({ id: 'WebhookSecret' })
export const secrets = z
  .array(WebhookSecret)
  .meta({ description: 'Its secrets, the oldest first, without their values' })
const endpoint = z.string().meta({
  format: 'uri',
  description: 'Web address that gets the alerts, or `mailto:` and an e-mail address',
})
const template = extra(
  z
    .string()
    .nullable()
    .meta({ description: 'JSON with placeholders that is sent; null for the form of Granary' }),
)

const AlertReceiverKind = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('webhook').meta({ description: 'A web address' }),
      endpoint,
      secrets,
      template,
    }),
  ])
  .meta({ id: 'AlertReceiverKind' })

const AttemptResult = z
  .enum(['succeeded', 'failed_http_error', 'failed_unreachable', 'failed_timeout'])
  .meta({ id: 'WebhookDeliveryAttemptResult' })

export const AlertReceiver = z
  .object({
    ...identity,
    kind: AlertReceiverKind.meta({ description: 'How it gets alerts' }),
    subscriptions,
    lastResult: extra(
      AttemptResult.nullable().meta({ description: 'Result of the last attempt; null before the first one' }),
    ),
    timeLastAttempt: extra(
      Timestamp.nullable().meta({ description: 'When the last attempt was made; null before the first one' }),
    ),
  })
  .meta({ id: 'AlertReceiver' })

export const WebhookReceiver = z
  .object({ ...identity, endpoint, secrets, subscriptions, template })
  .meta({ id: 'WebhookReceiver' })

export const WebhookCreate = z
  .object({
    ...identityCreate,
    endpoint: Endpoint,
    secrets: z.array(Secret).max(MAX_SECRETS).meta({
      description:
        'Each signs every delivery, which needs one at least, unless it is a mail or has a template. At most 256 characters each',
    }),
    subscriptions: z.array(AlertSubscription).max(MAX_SUBSCRIPTIONS).default([]).meta({
      description: 'Classes and globs to subscribe to',
    }),
    template: extraInput(
      Template.nullable().meta({
        description:
          'JSON to send in place of the form of Granary, such as `{ "text": "{{message}}" }`; docs/alerts.md lists the placeholders',
      }),
    ),
  })
  .meta({ id: 'WebhookCreate' })

export const WebhookReceiverUpdate = z
  .object({
    ...identityUpdate,
    endpoint: Endpoint.nullish().meta({ description: 'New address; stays as it is when left out' }),
    template: extraInput(
      Template.nullable().meta({
        description: 'New template; null for the form of Granary. Stays as it is when left out',
      }),
    ),
  })
  .meta({ id: 'WebhookReceiverUpdate' })

const AlertDeliveryState = z.enum(['pending', 'delivered', 'failed']).meta({ id: 'AlertDeliveryState' })
const AlertDeliveryTrigger = z.enum(['alert', 'resend', 'probe']).meta({ id: 'AlertDeliveryTrigger' })

const WebhookDeliveryResponse = z
  .object({
    status: z.int().min(0).meta({ format: 'uint16', description: 'HTTP status of the answer' }),
    durationMs: z.int().min(0).meta({ format: 'uint', description: 'Milliseconds until the answer' }),
    excerpt: extra(z.string().meta({ description: 'The beginning of the answer, at most 1,024 characters' })),
  })
  .meta({ id: 'WebhookDeliveryResponse' })

const WebhookDeliveryAttempt = z
  .object({
    attempt: z.int().min(0).meta({ format: 'uint', description: 'Number of the attempt, from 1' }),
    result: AttemptResult.meta({ description: 'How it ended' }),
    response: WebhookDeliveryResponse.nullish().meta({ description: 'The answer, if there was one' }),
    timeSent: Timestamp.meta({ description: 'When the request was sent' }),
    problem: extra(z.string().nullable().meta({ description: 'Why there was no answer' })),
  })
  .meta({ id: 'WebhookDeliveryAttempt' })

export const AlertDelivery = z
  .object({
    id: Uuid.meta({ description: 'ID of the delivery, the same in each of its attempts' }),
    alertClass: z.string().meta({ description: 'Class of the alert' }),
    alertId: Uuid.meta({ description: 'ID of the alert' }),
    receiverId: Uuid.meta({ description: 'ID of the receiver' }),
    state: AlertDeliveryState.meta({ description: 'Whether it is under way, has arrived, or was given up' }),
    trigger: AlertDeliveryTrigger.meta({ description: 'Why it is sent' }),
    timeStarted: Timestamp.meta({ description: 'When the delivery was requested' }),
    attempts: z
      .object({
        webhook: z.array(WebhookDeliveryAttempt).meta({ description: 'The attempts, the first one first' }),
      })
      .meta({ id: 'AlertDeliveryAttempts' })
      .meta({ description: 'The attempts so far' }),
    timeNextAttempt: extra(
      Timestamp.nullable().meta({ description: 'When the next attempt is due; null after the last one' }),
    ),
  })
  .meta({ id: 'AlertDelivery' })

export const AlertProbeResult = z
  .object({
    probe: AlertDelivery.meta({ description: 'What became of the probe' }),
    resendsStarted: z
      .int()
      .min(0)
      .meta({ format: 'uint' })
      .nullish()
      .meta({ description: 'Deliveries that are sent again; null if none were requested' }),
  })
  .meta({ id: 'AlertProbeResult' })
