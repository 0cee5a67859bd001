import { contract } from '@granary/contract/contract.ts'
import { alertClass, PROBE_CLASS } from '@granary/contract/alert-classes.ts'
import { isMailto } from '@granary/domain/alert-mail.ts'
import { isGlob, MAX_SUBSCRIPTIONS } from '@granary/domain/alert-subscriptions.ts'
import type { AlertReceiverRow } from '../database/schema.ts'
import {
  alertReceiver,
  secretsOf,
  type StoredSecret,
  subscriptionsOf,
  webhookView,
} from '../kinds/alert-receiver.ts'
import { handlers } from '../kinds/handler.ts'
import type { AlertSender } from '../kit/base/alert-sender.ts'
import { answer } from '../kit/request/answer.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now, type OuterContext } from '../kit/context/context.ts'
import { invalidRequest, invalidValue, notFound } from '../kit/base/errors.ts'
import { enforceLimit } from '../kit/base/limit.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { takePage } from '../kit/request/pagination.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { byTime } from '../kit/request/by-time.ts'
import { deliveryView } from './delivery-view.ts'
import { resendUndelivered } from './resend.ts'
import { sendingProblem } from './send.ts'

const MAX_SECRETS = 8

export const alertReceiverHandlers = handlers({
  alertReceiverList: (context, { query }) => listNamed(context, alertReceiver, {}, query),

  alertReceiverView: async (_, { found }) => alertReceiver.view(found.row),

  alertReceiverDelete: async (context, { found }) => {
    await unlogged(context).deleteFrom('alert_delivery').where('receiver_id', '=', found.row.id).execute()
    await alertReceiver.remove(context, found)
  },

  alertDeliveryList: async (context, { query, found }) => {
    const { pending, delivered, failed } = query
    const states = (['pending', 'delivered', 'failed'] as const).filter(
      (state) => ({ pending, delivered, failed })[state],
    )
    let deliveries = context.db
      .selectFrom('alert_delivery')
      .selectAll()
      .select('time_started as time_created')
      .where('receiver_id', '=', found.row.id)
    if (states.length > 0) deliveries = deliveries.where('state', 'in', states)
    const { page, keys } = byTime(query, 'time_started')
    const { rows, nextPage } = await takePage(deliveries, page, keys, (row) => row.id)
    return { items: rows.map(deliveryView), nextPage }
  },

  // Runs outside a transaction because it waits for the receiver.
  alertReceiverProbe: {
    raw: async (context, { query, found }) => {
      const problem = sendingProblem(found.row)
      if (problem !== null) throw invalidRequest(problem)
      const { probe, made } = await sendProbe(context, found.row)
      const isResent = query.resend === true && made.result === 'succeeded'
      const resendsStarted = await inTransaction(context, async (inner) => {
        const row = await receiverWith(inner, found.row.id)
        if (!row) return null
        const values = { last_result: made.result, time_last_attempt: made.timeSent }
        await alertReceiver.update(inner, { row, scope: fleet }, values)
        return isResent ? resendUndelivered(inner, row.id) : null
      })
      const { extensions } = context.services.settings
      return answer(contract.alertReceiverProbe, { probe, resendsStarted }, extensions)
    },
  },

  alertReceiverSubscriptionAdd: async (context, { body: { subscription }, found }) => {
    const all = withSubscriptions([...subscriptionsOf(found.row), subscription], 'subscription')
    await alertReceiver.update(context, found, { subscriptions: all })
    return { subscription }
  },

  alertReceiverSubscriptionRemove: async (context, { path: { subscription }, found }) => {
    const own = subscriptionsOf(found.row)
    if (!own.includes(subscription)) throw notFound('alert-subscription', { name: subscription })
    const left = own.filter((each) => each !== subscription)
    await alertReceiver.update(context, found, { subscriptions: JSON.stringify(left) })
  },

  webhookReceiverCreate: {
    raw: async (context, { body }) => {
      requireEndpoint(context, body.endpoint)
      const template = body.template ?? null
      requireNoMail(body.endpoint, template)
      const row = await inTransaction(context, async (inner) => {
        const { count } = await inner.db
          .selectFrom('alert_receiver')
          .select((select) => select.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        enforceLimit('alertReceivers', Number(count))
        return alertReceiver.create(inner, fleet, body, {
          endpoint: body.endpoint,
          template,
          subscriptions: withSubscriptions(body.subscriptions, 'subscriptions'),
          secrets: JSON.stringify(body.secrets.map((secret) => newSecret(inner, secret))),
          last_result: null,
          time_last_attempt: null,
        })
      })
      return answer(contract.webhookReceiverCreate, webhookView(row), context.services.settings.extensions)
    },
  },
})

export const webhookHandlers = handlers({
  webhookReceiverUpdate: {
    raw: async (context, { body, found: { row: known } }) => {
      // An address that was right once stays, also if the settings have changed since.
      if (body.endpoint != null && body.endpoint !== known.endpoint) requireEndpoint(context, body.endpoint)
      await inTransaction(context, async (inner) => {
        const row = await receiverWith(inner, known.id)
        if (!row) throw notFound('alert-receiver', { id: known.id })
        const { endpoint = row.endpoint, template = row.template } = body
        const address = endpoint ?? row.endpoint
        requireNoMail(address, template)
        const values = { ...identityChanges(body), endpoint: address, template }
        await alertReceiver.update(inner, { row, scope: fleet }, values)
      })
      return answer(contract.webhookReceiverUpdate, undefined)
    },
  },

  webhookSecretsList: async (_, { found }) => ({ secrets: webhookView(found.row).secrets }),

  webhookSecretsAdd: async (context, { body, found }) => {
    const own = secretsOf(found.row)
    if (own.length >= MAX_SECRETS)
      throw invalidRequest(`a receiver may have at most ${MAX_SECRETS} secrets: delete one first`)
    const { secret, ...added } = newSecret(context, body.secret)
    await alertReceiver.update(context, found, { secrets: JSON.stringify([...own, { ...added, secret }]) })
    return added
  },

  webhookSecretsDelete: async (context, { path: { secretId } }) => {
    const rows = await context.db.selectFrom('alert_receiver').selectAll().execute()
    const row = rows.find((each) => secretsOf(each).some(({ id }) => id === secretId))
    if (!row) throw notFound('webhook-secret', { id: secretId })
    const left = secretsOf(row).filter(({ id }) => id !== secretId)
    const found: Found<'alert_receiver'> = { row, scope: fleet }
    await alertReceiver.update(context, found, { secrets: JSON.stringify(left) })
  },
})

const receiverWith = ({ db }: Context, id: string): Promise<AlertReceiverRow | undefined> =>
  db.selectFrom('alert_receiver').selectAll().where('id', '=', id).executeTakeFirst()

const newSecret = (context: Context, secret: string): StoredSecret => ({
  id: crypto.randomUUID(),
  timeCreated: now(context),
  secret,
})

/** Returns subscriptions in their stored form. @throws ApiError 400 for an unknown class, and for too many. */
function withSubscriptions(subscriptions: readonly string[], field: string): string {
  for (const [at, each] of subscriptions.entries())
    if (!isGlob(each) && !alertClass(each))
      throw invalidValue(
        field === 'subscription' ? field : `${field}[${at}]`,
        'not_allowed',
        `there is no class "${each}"; the classes are listed at /v1/alert-classes`,
        'alert_class',
      )
  const all = [...new Set(subscriptions)].sort()
  if (all.length > MAX_SUBSCRIPTIONS)
    throw invalidRequest(
      `a receiver may have at most ${MAX_SUBSCRIPTIONS} subscriptions; a glob stands for several classes`,
    ).at(field, 'too_long')
  return JSON.stringify(all)
}

/** @throws ApiError 400 for an address that alerts can't be sent to. */
function requireEndpoint({ services }: OuterContext, endpoint: string): void {
  const problem = senderOf(services).endpointProblem(endpoint)
  if (problem) throw invalidValue('endpoint', 'not_allowed', problem)
}

/** @throws ApiError 400 for a template of a mail. */
function requireNoMail(endpoint: string, template: string | null): void {
  if (template !== null && isMailto(endpoint))
    throw invalidValue('template', 'not_allowed', 'a receiver of mail has no template')
}

/** @throws ApiError 400 if the host sends no alerts. */
function senderOf({ alertSender }: OuterContext['services']): AlertSender {
  if (!alertSender) throw invalidRequest('this server sends no alerts')
  return alertSender
}

/** Stands for the alert in each probe: "probe" in ASCII. */
const PROBE_ID = '70726f62-6500-4000-8000-000000000000'

async function sendProbe({ services, clock }: OuterContext, receiver: AlertReceiverRow) {
  const id = crypto.randomUUID()
  const timeStarted = clock.now().toISOString()
  const alert = {
    id: PROBE_ID,
    class: PROBE_CLASS.name,
    version: PROBE_CLASS.version,
    payload: '{}',
    time_created: timeStarted,
  }
  const never = new AbortController().signal
  const sent = [{ id, number: 1, trigger: 'probe' as const, alert }]
  const [made] = await senderOf(services).sendAll(receiver, sent, never)
  if (!made) throw new Error('the probe has no outcome')
  const probe = {
    id,
    alertClass: alert.class,
    alertId: alert.id,
    receiverId: receiver.id,
    state: made.result === 'succeeded' ? ('delivered' as const) : ('failed' as const),
    trigger: 'probe' as const,
    timeStarted,
    attempts: { webhook: [made] },
    timeNextAttempt: null,
  }
  return { probe, made }
}
