import { present } from '../../kit/base/present.ts'
import { storedJson } from '../../kit/base/stored-json.ts'
import {
  alertClass,
  type CauseName,
  type LastingName,
  type PayloadOf,
  resolvedName,
} from '@granary/contract/alert-classes.ts'
import { matchesClass } from '@granary/domain/alert-subscriptions.ts'
import type { AlertRow } from '../../database/schema.ts'
import { alert, insertAlert, type NewAlert } from '../../kinds/alert.ts'
import { subscriptionsOf } from '../../kinds/alert-receiver.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import { type Context, now } from '../../kit/context/context.ts'
import { addDeliveries } from './add-deliveries.ts'

/** What an alert is about. */
export type Subject = { kind: string; id: string; name: string; siloId: string | null }

/** A reason for an alert. */
export type Cause<Name extends CauseName> = {
  payload: PayloadOf<Name>
  subject: Subject | null
  /** Tells the causes of a class apart; the ID of the subject unless it is given. */
  key?: string
}
type Keyed = { subject: Pick<Subject, 'id'> | null; key?: string }

/** Time for which a cause must have ended before its alert is resolved; milliseconds. A cause that comes back sooner flaps. */
export const SETTLING_MS = 300_000

/** Returns what a cause is stored as: there is one unresolved alert of each. */
export const causeKey = (name: CauseName, { subject, key }: Keyed): string =>
  `${name}/${key ?? subject?.id ?? ''}`

/** Raises an alert about something that happened, in the caller's transaction. */
export async function raise<Name extends Exclude<CauseName, LastingName>>(
  context: Context,
  name: Name,
  cause: Cause<Name>,
): Promise<void> {
  await store(context, fieldsOf(name, cause), null)
}

/**
 * Raises an alert about something that goes on, unless there is one, in the caller's transaction.
 * @param options `passes`: whether nothing will tell when it ends, so that it counts as ended unless it is raised again.
 */
export async function raiseLasting<Name extends LastingName>(
  context: Context,
  name: Name,
  cause: Cause<Name>,
  { passes = false } = {},
): Promise<void> {
  const key = causeKey(name, cause)
  const cleared = passes ? now(context) : null
  const open = await openAlert(context, key)
  if (!open) return store(context, { ...fieldsOf(name, cause), cause: key }, cleared)
  // Neither a state that goes on nor a guess each second writes again and again.
  if (open.time_cleared === cleared || (passes && isRecent(context, open.time_cleared))) return
  await alert.update(
    context,
    { row: open, scope: fleet },
    { time_cleared: cleared, time_modified: now(context) },
  )
}

const isRecent = ({ clock }: Context, time: string | null): boolean =>
  time !== null && clock.now().getTime() - Date.parse(time) < 60_000

/** Notes that the cause of an alert has ended, in the caller's transaction. It is resolved unless the cause comes back soon. */
export async function clear(context: Context, name: LastingName, cause: Keyed): Promise<void> {
  const open = await openAlert(context, causeKey(name, cause))
  if (open) await clearOpen(context, open)
}

/** The same for an alert that is already read. */
export async function clearOpen(context: Context, open: AlertRow): Promise<void> {
  if (open.time_cleared !== null) return
  const time = now(context)
  await alert.update(context, { row: open, scope: fleet }, { time_cleared: time, time_modified: time })
}

/** Resolves an alert whose cause has ended, and raises the `.resolved` alert. */
export async function resolve(context: Context, row: AlertRow): Promise<void> {
  const time = now(context)
  await alert.update(
    context,
    { row, scope: fleet },
    { cause: null, time_resolved: time, time_modified: time },
  )
  const payload = storedJson<{ message: string }>(row.payload)
  const { resource_kind, resource_id, resource_name, silo_id } = row
  await store(
    context,
    {
      class: resolvedName(row.class),
      version: 1,
      payload: JSON.stringify({
        message: `Resolved: ${payload.message}`,
        alert_id: row.id,
        alert_class: row.class,
        time_created: row.time_created,
        alert: payload,
      }),
      cause: null,
      resource_kind,
      resource_id,
      resource_name,
      silo_id,
    },
    null,
  )
}

/** Returns the unresolved alert of a cause. */
const openAlert = ({ db }: Context, key: string): Promise<AlertRow | undefined> =>
  db.selectFrom('alert').selectAll().where('cause', '=', key).executeTakeFirst()

const fieldsOf = <Name extends CauseName>(name: Name, { payload, subject }: Cause<Name>) => ({
  class: name,
  version: present(alertClass(name), 'the class of the alert').version,
  payload: JSON.stringify(payload),
  cause: null,
  resource_kind: subject?.kind ?? null,
  resource_id: subject?.id ?? null,
  resource_name: subject?.name ?? null,
  silo_id: subject?.siloId ?? null,
})

/** Stores an alert and its deliveries. */
async function store(
  context: Context,
  fields: Omit<NewAlert, 'time_cleared'>,
  cleared: string | null,
): Promise<void> {
  const row = await insertAlert(context, { ...fields, time_cleared: cleared })
  if (!row) return
  const receivers = await context.db.selectFrom('alert_receiver').select(['id', 'subscriptions']).execute()
  const subscribed = receivers.filter((receiver) =>
    subscriptionsOf(receiver).some((subscription) => matchesClass(subscription, row.class)),
  )
  await addDeliveries(
    context,
    subscribed.map(({ id }) => ({ alert: row, receiverId: id })),
    'alert',
  )
}
