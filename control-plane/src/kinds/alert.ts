import { ALERT_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { sql } from 'kysely'
import { of, reference, type Source, text, time } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import type { AlertRow } from '../database/schema.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { logged, noteChange } from '../kit/resources/logged.ts'
import { rawWriter } from '../database/session.ts'

const unresolved: Source = {
  columns: ['cause'],
  has: ({ value }, row) =>
    value === 'yes' ? sql`${of(row, 'cause')} is not null` : sql`${of(row, 'cause')} is null`,
}

/** How lists of alerts are filtered. */
export const alertFilter = listFilter(ALERT_FIELDS, {
  class: text('class'),
  resource: text('resource_name'),
  kind: text('resource_kind'),
  silo: reference('silo', 'silo_id'),
  unresolved,
  created: time('time_created'),
  resolved: time('time_resolved'),
})

/** Returns an alert in its API form. */
export function alertView(row: AlertRow) {
  const payload = storedJson<{ message: string }>(row.payload)
  const { resource_kind: kind, resource_id: id, resource_name: name, silo_id: siloId } = row
  return {
    id: row.id,
    class: row.class,
    version: row.version,
    payload: payload as unknown,
    message: payload.message,
    timeCreated: row.time_created,
    timeModified: row.time_modified,
    resource: id === null ? null : { kind: kind!, id, name: name!, siloId },
    timeResolved: row.time_resolved,
    isUnresolved: row.cause !== null,
  }
}

const entry = {
  kind: 'alert',
  table: 'alert',
  name: (row: AlertRow) => row.class,
  view: alertView,
} as const

/** Something that operators should know. */
export const alert = logged(entry)

/** The fields that a new alert starts with. */
export type NewAlert = Pick<
  AlertRow,
  | 'class'
  | 'version'
  | 'payload'
  | 'cause'
  | 'time_cleared'
  | 'resource_kind'
  | 'resource_id'
  | 'resource_name'
  | 'silo_id'
>

/**
 * Stores an alert, unless there is one of the same cause: another transaction may store it at the same time.
 * @returns the alert, or null if there was one.
 */
export async function insertAlert(context: Context, fields: NewAlert): Promise<AlertRow | null> {
  const time = now(context)
  const row: AlertRow = {
    id: crypto.randomUUID(),
    ...fields,
    time_resolved: null,
    time_created: time,
    time_modified: time,
  }
  const inserted = await rawWriter(context)
    .insertInto('alert')
    .values(row)
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  noteChange(context, entry, fleet, null, row)
  return row
}
