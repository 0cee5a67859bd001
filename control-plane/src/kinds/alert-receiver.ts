import { RECEIVER_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { choice, namedSources, text, time } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import type { AlertReceiverRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView } from '../kit/resources/resource.ts'

/** A secret of a receiver. */
export type StoredSecret = { id: string; timeCreated: string; secret: string }

/** Returns the secrets of a receiver with their values, the oldest first. */
export const secretsOf = ({ secrets }: Pick<AlertReceiverRow, 'secrets'>): StoredSecret[] =>
  storedJson<StoredSecret[]>(secrets)

/** Returns the classes and globs that a receiver is subscribed to. */
export const subscriptionsOf = ({ subscriptions }: Pick<AlertReceiverRow, 'subscriptions'>): string[] =>
  storedJson<string[]>(subscriptions)

const secretViews = (row: AlertReceiverRow) =>
  secretsOf(row).map(({ id, timeCreated }) => ({ id, timeCreated }))

/** Returns a webhook in the form of the operations that only webhooks have. */
export const webhookView = (row: AlertReceiverRow) => ({
  ...identityView(row),
  endpoint: row.endpoint,
  secrets: secretViews(row),
  subscriptions: subscriptionsOf(row),
  template: row.template,
})

/** An address that gets alerts. The values of its secrets are never shown. */
export const alertReceiver = kind({
  kind: 'alert-receiver',
  table: 'alert_receiver',
  selector: 'receiver',
  filter: listFilter(RECEIVER_FIELDS, {
    ...namedSources,
    endpoint: text('endpoint'),
    result: choice('last_result'),
    attempted: time('time_last_attempt'),
  }),
  parent: null,
  states: ['last_result', 'time_last_attempt'],
  view: (row) => ({
    ...identityView(row),
    kind: {
      kind: 'webhook' as const,
      endpoint: row.endpoint,
      secrets: secretViews(row),
      template: row.template,
    },
    subscriptions: subscriptionsOf(row),
    lastResult: row.last_result,
    timeLastAttempt: row.time_last_attempt,
  }),
})
