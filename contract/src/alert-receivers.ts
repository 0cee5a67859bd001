import { RECEIVER_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { z } from 'zod'
import { on, onFleet } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  NameOrId,
  NameOrIdSortMode,
  countedPageOf,
  pageOf,
  paginated,
  TimeAndIdSortMode,
  Uuid,
} from './scalars.ts'
import {
  AlertSubscription,
  Secret,
  WebhookSecret,
  secrets,
  AlertReceiver,
  WebhookReceiver,
  WebhookCreate,
  WebhookReceiverUpdate,
  AlertDelivery,
  AlertProbeResult,
} from './schemas/alerts.ts'

const ofReceiver = { receiver: NameOrId.meta({ description: 'Name or ID of the receiver' }) }
const flag = (description: string) => z.boolean().nullish().meta({ description })

export const alertReceivers = family('system/alerts', {
  alertReceiverList: get('/v1/alert-receivers', {
    summary: 'List alert receivers',
    description: 'Lists what gets alerts, by name.',
    needs: onFleet('read'),
    shows: ['alert-receiver'],
    columns: ['name', 'kind.endpoint', 'subscriptions', 'lastResult', 'timeLastAttempt', 'id'],
    query: { ...searchableBy(RECEIVER_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(AlertReceiver).meta({ id: 'AlertReceiverResultsPage' }),
  }),
  alertReceiverView: get('/v1/alert-receivers/{receiver}', {
    summary: 'Fetch alert receiver',
    description: 'Shows its subscriptions, and its secrets without their values.',
    needs: on('alert-receiver', 'read'),
    shows: ['alert-receiver'],
    response: AlertReceiver,
  }),
  alertReceiverDelete: del('/v1/alert-receivers/{receiver}', {
    summary: 'Delete alert receiver',
    description: 'Deletes its subscriptions, secrets and deliveries too. Pending deliveries are not sent.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
  }),
  alertDeliveryList: get('/v1/alert-receivers/{receiver}/deliveries', {
    summary: 'List deliveries to alert receiver',
    description: 'Lists the deliveries by the time when they were requested, without probes.',
    needs: on('alert-receiver', 'read'),
    shows: ['alert-receiver', 'alert'],
    columns: ['timeStarted', 'alertClass', 'state', 'trigger', 'alertId', 'id'],
    query: {
      pending: flag('Whether to list those under way. Without any of the three, all are listed'),
      delivered: flag('Whether to list those that have arrived'),
      failed: flag('Whether to list those that were given up'),
      ...paginated(TimeAndIdSortMode),
    },
    response: pageOf(AlertDelivery).meta({ id: 'AlertDeliveryResultsPage' }),
  }),
  alertReceiverProbe: post('/v1/alert-receivers/{receiver}/probe', {
    summary: 'Send probe to alert receiver',
    description: 'Sends a delivery of the class `probe` and waits for the answer, also a bad one.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
    query: {
      resend: z.boolean().optional().meta({
        description:
          'Whether to send every alert again that was not delivered, if the probe succeeds; 10,000 at most',
      }),
    },
    response: AlertProbeResult,
    status: 200,
  }),
  alertReceiverSubscriptionAdd: post('/v1/alert-receivers/{receiver}/subscriptions', {
    summary: 'Add subscription to alert receiver',
    description: 'A subscription that it has already stays as it is.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
    body: z
      .object({ subscription: AlertSubscription.meta({ description: 'The class or glob' }) })
      .meta({ id: 'AlertSubscriptionCreate' }),
    response: z
      .object({ subscription: AlertSubscription.meta({ description: 'The class or glob' }) })
      .meta({ id: 'AlertSubscriptionCreated' }),
  }),
  alertReceiverSubscriptionRemove: del('/v1/alert-receivers/{receiver}/subscriptions/{subscription}', {
    summary: 'Remove subscription from alert receiver',
    description: 'Pending deliveries are still sent.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
    params: { subscription: AlertSubscription.meta({ description: 'The class or glob' }) },
  }),
  alertSettingsView: get('/experimental/v1/system/alert-settings', {
    summary: 'Fetch alert settings',
    description: 'Says what the settings of the server that answers allow receivers to be.',
    needs: onFleet('read'),
    shows: [],
    response: z
      .object({
        mailProblem: z
          .string()
          .nullable()
          .meta({ description: 'Why the server sends no mail, as a sentence; null if it does' }),
      })
      .meta({ id: 'AlertSettings' }),
  }),
  webhookReceiverCreate: post('/v1/webhook-receivers', {
    summary: 'Create webhook receiver',
    description: 'Adds an address that gets the alerts of its subscriptions from now on.',
    needs: onFleet('modify'),
    changes: ['alert-receiver'],
    body: WebhookCreate,
    response: WebhookReceiver,
  }),
  webhookReceiverUpdate: put('/v1/webhook-receivers/{receiver}', {
    summary: 'Update webhook receiver',
    description:
      'Changes the name, the description, the endpoint and the template. Fields that are left out stay as they are.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
    body: WebhookReceiverUpdate,
  }),
  webhookSecretsList: get('/v1/webhook-secrets', {
    summary: 'List secrets of webhook receiver',
    description: 'Lists when they were added, and never their values.',
    needs: on('alert-receiver', 'read'),
    shows: ['alert-receiver'],
    query: ofReceiver,
    response: z.object({ secrets }).meta({ id: 'WebhookSecrets' }),
  }),
  webhookSecretsAdd: post('/v1/webhook-secrets', {
    summary: 'Add secret to webhook receiver',
    description:
      'Deliveries are signed with all secrets, so one can be replaced without a gap: add, then delete.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
    query: ofReceiver,
    body: z
      .object({ secret: Secret.meta({ description: 'The secret, at most 256 characters' }) })
      .meta({ id: 'WebhookSecretCreate' }),
    response: WebhookSecret,
  }),
  webhookSecretsDelete: del('/v1/webhook-secrets/{secretId}', {
    summary: 'Delete secret of webhook receiver',
    description: 'Without any secret, a receiver gets nothing, unless it gets mail or has a template.',
    needs: onFleet('modify'),
    changes: ['alert-receiver'],
    params: { secretId: Uuid.meta({ description: 'ID of the secret' }) },
  }),
})
