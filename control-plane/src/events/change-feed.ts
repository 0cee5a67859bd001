import type { ChangeLogRow } from '../database/schema.ts'
import { unreadable } from '../kit/base/errors.ts'
import {
  after,
  isAfter,
  parsePosition,
  POSITION,
  type Position,
  positionOf,
  settled,
  START,
} from '../kit/sql/log-order.ts'
import type { Context, ReadContext } from '../kit/context/context.ts'

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

type Log = ReadContext

const CURSOR = new RegExp(`^${POSITION}$`)

/** @throws ApiError 400 for an invalid cursor. */
export function parseCursor(text: string): Position {
  if (!CURSOR.test(text)) throw unreadable('unable to parse query string: cursor: it is not one of ours')
  return parsePosition(text)
}

/** Builds the query for the changes after a position, oldest first. */
export const changesQuery = (log: Log, cursor: Position, limit: number) =>
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
export async function changesAfter(log: Log, cursor: Position, limit: number) {
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

/** Returns the position after every committed change. */
export async function latestCursor(log: Log): Promise<Position> {
  const last = await newestFirst(log).executeTakeFirst()
  return last ? positionOf(last) : START
}

/**
 * Returns the position after every change older than `age` milliseconds. A client that starts here gets the most
 * recent changes again, so data that it read just before connecting does not stay stale.
 */
export async function recentCursor(context: Context, age: number): Promise<Position> {
  const since = new Date(context.clock.now().getTime() - age).toISOString()
  const last = await newestFirst(context).where('time', '<', since).executeTakeFirst()
  return last ? positionOf(last) : START
}

/** Maximum backlog in changes; a client further behind must reload everything. */
export const MAX_BACKLOG = 5_000

/**
 * Whether entries before a position were pruned, and perhaps others after it: then its own entry is gone. The start of the
 * log has none.
 */
async function isPruned({ db }: Log, { transaction, seq }: Position): Promise<boolean> {
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
export async function tooOld(log: Log, cursor: Position): Promise<boolean> {
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
