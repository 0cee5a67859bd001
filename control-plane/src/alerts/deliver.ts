import { present } from '../kit/base/present.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import { sql } from 'kysely'
import type { AlertDeliveryRow, AlertReceiverRow, AlertRow } from '../database/schema.ts'
import { alertReceiver } from '../kinds/alert-receiver.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, systemContext } from '../kit/resources/transaction.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import type { Attempt, Outgoing } from '../kit/base/alert-sender.ts'

/** Deliveries that are claimed at once, so that the database is asked rarely. */
const BATCH = 128
/** Time between two full batches to a receiver; milliseconds. Without it, requests wait for the processors while many are sent. */
const PAUSE_MS = 400
/** Time after which an attempt without a noted result counts as lost, longer than until the last one has ended; milliseconds. */
const CLAIM_MS = 60_000
/** Time before the second and the third attempt, which is the last; milliseconds. */
const WAITS_MS = [60_000, 300_000]

const system = (services: Services) => systemContext(services, 'alert_delivery')

type Delivery = AlertDeliveryRow & { alert: AlertRow }
type Claimed = { claim: string; receiver: AlertReceiverRow; deliveries: Delivery[] }

/**
 * Sends the deliveries to one receiver that are due, a few side by side, until none is. A delivery is claimed first, so that no other
 * server sends it at the same time, and again after a minute if this one dies before it has noted the answer.
 * @param ending aborts the attempts, whose deliveries are due again.
 */
export async function deliverTo(services: Services, receiverId: string, ending: AbortSignal): Promise<void> {
  const { alertSender } = services
  while (alertSender && !ending.aborted) {
    const claimed = await inLockedTransaction(system(services), (context) => claim(context, receiverId))
    if (!claimed) return
    const made = await alertSender.sendAll(claimed.receiver, claimed.deliveries.map(outgoing), ending)
    await inLockedTransaction(system(services), (context) => note(context, claimed, made))
    if (claimed.deliveries.length === BATCH && !ending.aborted) await pause(services, ending)
  }
}

/** Waits between two full batches. */
function pause({ clock }: Services, ending: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.setTimer(PAUSE_MS, resolve)
  const end = () => {
    cancel()
    resolve()
  }
  ending.addEventListener('abort', end, { once: true })
  return promise.finally(() => ending.removeEventListener('abort', end))
}

/** Makes the attempts due again that a server had not noted when it died. Only safe while no other server can be alive. */
export const releaseClaims = (services: Services): Promise<void> =>
  inLockedTransaction(system(services), async (context) => {
    await unlogged(context)
      .updateTable('alert_delivery')
      .set({ claim: null, next_attempt_at: now(context) })
      .where('state', '=', 'pending')
      .where('claim', 'is not', null)
      .execute()
  })

const outgoing = (delivery: Delivery): Outgoing => {
  const { id, trigger, alert } = delivery
  return { id, trigger, alert, number: attemptsOf(delivery).length + 1 }
}

const attemptsOf = ({ attempts }: AlertDeliveryRow): Attempt[] => storedJson<Attempt[]>(attempts)

/** Claims the deliveries to a receiver that are due; null if none is. */
async function claim(context: Context, receiverId: string): Promise<Claimed | null> {
  const { db, engine } = context
  const receiver = await receiverWith(context, receiverId)
  if (!receiver) return null
  let due = db
    .selectFrom('alert_delivery')
    .select('id')
    .where('receiver_id', '=', receiverId)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now(context))
    .orderBy('next_attempt_at')
    .limit(BATCH)
  if (engine === 'postgres') due = due.forUpdate().skipLocked()
  const by = crypto.randomUUID()
  const rows = await unlogged(context)
    .updateTable('alert_delivery')
    .set({ claim: by, next_attempt_at: timeIn(context, CLAIM_MS) })
    .where('id', 'in', due)
    .returningAll()
    .execute()
  if (rows.length === 0) return null
  const ids = [...new Set(rows.map(({ alert_id }) => alert_id))]
  const alerts = await db
    .selectFrom('alert')
    .selectAll()
    .where(isOneOf(engine, 'id', ids))
    .execute()
  const byId = new Map(alerts.map((alert) => [alert.id, alert]))
  return {
    claim: by,
    receiver,
    deliveries: rows.map((row) => ({
      ...row,
      alert: present(byId.get(row.alert_id), 'the alert of a delivery'),
    })),
  }
}

const timeIn = ({ clock }: Context, ms: number): string => new Date(clock.now().getTime() + ms).toISOString()

const receiverWith = ({ db }: Context, id: string): Promise<AlertReceiverRow | undefined> =>
  db.selectFrom('alert_receiver').selectAll().where('id', '=', id).executeTakeFirst()

/** Stores the results of attempts, and makes the others due again, except for those that another server has claimed since. */
async function note(context: Context, claimed: Claimed, made: readonly (Attempt | null)[]): Promise<void> {
  await storeAll(
    context,
    claimed.claim,
    claimed.deliveries.map((delivery, at) => afterAttempt(context, delivery, made[at] ?? null)),
  )
  const row = await receiverWith(context, claimed.receiver.id)
  const last = made.findLast((each) => each !== null)
  if (!row || !last) return
  // Also tells the console that deliveries have changed.
  const values = { last_result: last.result, time_last_attempt: last.timeSent }
  await alertReceiver.update(context, { row, scope: fleet }, values)
}

type Next = Pick<AlertDeliveryRow, 'id' | 'attempts' | 'state' | 'next_attempt_at'>

/** Returns what a delivery becomes by an attempt, or without one. */
function afterAttempt(context: Context, delivery: Delivery, result: Attempt | null): Next {
  const { id, attempts: before } = delivery
  if (!result) return { id, attempts: before, state: 'pending', next_attempt_at: now(context) }
  const all = [...attemptsOf(delivery), result]
  const attempts = JSON.stringify(all)
  if (result.result === 'succeeded') return { id, attempts, state: 'delivered', next_attempt_at: null }
  const wait = WAITS_MS[all.length - 1]
  if (wait === undefined) return { id, attempts, state: 'failed', next_attempt_at: null }
  return { id, attempts, state: 'pending', next_attempt_at: timeIn(context, wait) }
}

/** Writes many deliveries with one statement. */
async function storeAll(context: Context, by: string, all: readonly Next[]): Promise<void> {
  const list = JSON.stringify(all)
  const made = (
    context.engine === 'postgres'
      ? sql<{ value: unknown }>`jsonb_array_elements(cast(${list} as jsonb))`
      : sql<{ value: unknown }>`json_each(${list})`
  ).as<'made'>(sql.raw('made'))
  const field = <Value>(name: keyof Next) => sql<Value>`made.value ->> ${sql.lit(name)}`
  await unlogged(context)
    .updateTable('alert_delivery')
    .from(made)
    .set({
      attempts: field('attempts'),
      state: field('state'),
      next_attempt_at: field('next_attempt_at'),
      claim: null,
    })
    .whereRef('alert_delivery.id', '=', field('id'))
    .where('claim', '=', by)
    .execute()
}
