import { type RawBuilder, sql } from 'kysely'
import type { ChangeLogRow } from '../database/schema.ts'
import { unreadable } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'

/** A position in the change log. Transactions sort first, because an earlier one may commit later. */
export type Cursor = { transaction: number; seq: number }

/** The columns of a change that streams need. */
export type LoggedChange = Pick<ChangeLogRow, (typeof COLUMNS)[number]>

const COLUMNS = [
  'seq',
  'transaction_id',
  'time',
  'kind',
  'action',
  'resource_id',
  'name',
  'silo_id',
  'project_id',
  'parent_id',
  'before',
  'after',
] as const

type Log = Pick<Services, 'db' | 'engine'>

export const formatCursor = ({ transaction, seq }: Cursor): string => `${transaction}-${seq}`

/** @throws ApiError 400 for an invalid cursor. */
export function parseCursor(text: string): Cursor {
  const match = /^(\d{1,16})-(\d{1,16})$/.exec(text)
  if (!match) throw unreadable('unable to parse query string: cursor: it is not one of ours')
  return { transaction: Number(match[1]), seq: Number(match[2]) }
}

/** Returns the position of a change. */
export const cursorOf = (row: { transaction_id: number; seq: number }): Cursor => ({
  transaction: row.transaction_id,
  seq: row.seq,
})

/** Whether a position comes after another one. */
export const isAfter = (one: Cursor, other: Cursor): boolean =>
  one.transaction === other.transaction ? one.seq > other.seq : one.transaction > other.transaction

/**
 * On PostgreSQL, rows of a transaction may become visible after rows with a higher number. Only transactions older
 * than every running one are read, so nothing can still appear before the cursor.
 */
const settled = ({ engine }: Log): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql`transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`
    : sql`1`

/**
 * Whether a change comes after a position, in the form that lets each engine begin to read its index there. SQLite has no
 * transaction ids.
 */
const after = ({ engine }: Log, { transaction, seq }: Cursor) =>
  engine === 'postgres'
    ? sql<boolean>`(transaction_id, seq) > (${transaction}, ${seq})`
    : sql<boolean>`transaction_id = 0 and seq > ${seq}`

/** Builds the query for the changes after a position, oldest first. */
export const changesQuery = (log: Log, cursor: Cursor, limit: number) =>
  log.db
    .selectFrom('change_log')
    .select(COLUMNS)
    .select(settled(log).as('settled'))
    .where(after(log, cursor))
    .orderBy('transaction_id')
    .orderBy('seq')
    .limit(limit)

/**
 * Returns the changes after a position, oldest first, at most `limit`.
 * @returns `more`: whether there are others. `unsettled`: whether some wait for an older transaction.
 */
export async function changesAfter(log: Log, cursor: Cursor, limit: number) {
  const rows = await changesQuery(log, cursor, limit).execute()
  // Unsettled rows are the last ones, because they belong to the youngest transactions.
  const end = rows.findIndex((row) => !row.settled)
  const changes: LoggedChange[] = end === -1 ? rows : rows.slice(0, end)
  return { changes, more: end === -1 && rows.length === limit, unsettled: end !== -1 }
}

const newestFirst = (log: Log) =>
  log.db
    .selectFrom('change_log')
    .select(['transaction_id', 'seq'])
    .where(settled(log))
    .orderBy('transaction_id', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)

const START: Cursor = { transaction: 0, seq: 0 }

/** Returns the position after every committed change. */
export async function latestCursor(log: Log): Promise<Cursor> {
  const last = await newestFirst(log).executeTakeFirst()
  return last ? cursorOf(last) : START
}

/**
 * Returns the position after every change older than `age` milliseconds. A client that starts here gets the most
 * recent changes again, so data that it read just before connecting does not stay stale.
 */
export async function recentCursor(services: Services, age: number): Promise<Cursor> {
  const since = new Date(services.clock.now().getTime() - age).toISOString()
  const last = await newestFirst(services).where('time', '<', since).executeTakeFirst()
  return last ? cursorOf(last) : START
}

/** Maximum backlog in changes; a client further behind must reload everything. */
export const MAX_BACKLOG = 5_000

/**
 * Whether entries before a position were pruned, and perhaps others after it: then its own entry is gone. The start of the
 * log has none.
 */
async function isPruned({ db }: Log, { transaction, seq }: Cursor): Promise<boolean> {
  if (seq === 0) {
    const first = db.selectFrom('change_log').select('seq').orderBy('transaction_id').orderBy('seq').limit(1)
    return ((await first.executeTakeFirst())?.seq ?? 1) > 1
  }
  const own = await db
    .selectFrom('change_log')
    .select('seq')
    .where('transaction_id', '=', transaction)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return own === undefined
}

/** Whether the backlog after a position is too long to send or partly pruned, or the position was never in this log. */
export async function tooOld(log: Log, cursor: Cursor): Promise<boolean> {
  if (isAfter(cursor, await latestCursor(log)) || (await isPruned(log, cursor))) return true
  const beyond = await log.db
    .selectFrom('change_log')
    .select('seq')
    .where(after(log, cursor))
    .where(settled(log))
    .orderBy('transaction_id')
    .orderBy('seq')
    .limit(1)
    .offset(MAX_BACKLOG - 1)
    .executeTakeFirst()
  return beyond !== undefined
}
