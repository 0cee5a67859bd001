import { sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import { unreadable } from '../kit/errors.ts'

/** A position in the change log. Transactions sort first, because an earlier one may commit later. */
export type Cursor = { transaction: number; seq: number }

export const formatCursor = ({ transaction, seq }: Cursor): string => `${transaction}-${seq}`

/** @throws ApiError 400 for an invalid cursor. */
export function parseCursor(text: string): Cursor {
  const match = /^(\d{1,16})-(\d{1,16})$/.exec(text)
  if (!match) throw unreadable('unable to parse query string: cursor: it is not one of ours')
  return { transaction: Number(match[1]), seq: Number(match[2]) }
}

/**
 * On PostgreSQL, rows of a transaction may become visible after rows with a higher number. Only transactions older
 * than every running one are read, so nothing can still appear before the cursor.
 */
const settled = sql<boolean>`transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`

/** Returns the changes after a position, oldest first, at most `limit`. */
export async function changesAfter(context: Context, cursor: Cursor, limit: number) {
  let query = context.db
    .selectFrom('change_log')
    .selectAll()
    .where((where) =>
      where.or([
        where('transaction_id', '>', cursor.transaction),
        where.and([where('transaction_id', '=', cursor.transaction), where('seq', '>', cursor.seq)]),
      ]),
    )
    .orderBy('transaction_id')
    .orderBy('seq')
    .limit(limit)
  if (context.engine === 'postgres') query = query.where(settled)
  return query.execute()
}

/** Returns the position after every committed change. */
export async function latestCursor(context: Context): Promise<Cursor> {
  let query = context.db.selectFrom('change_log').select(['transaction_id', 'seq'])
  if (context.engine === 'postgres') query = query.where(settled)
  const last = await query
    .orderBy('transaction_id', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { transaction: last.transaction_id, seq: last.seq } : { transaction: 0, seq: 0 }
}

/**
 * Returns the position after every change older than `age` milliseconds. A client that starts here gets the most
 * recent changes again, so data that it read just before connecting does not stay stale.
 */
export async function recentCursor(context: Context, age: number): Promise<Cursor> {
  const since = new Date(context.clock.now().getTime() - age).toISOString()
  let query = context.db.selectFrom('change_log').select(['transaction_id', 'seq']).where('time', '<', since)
  if (context.engine === 'postgres') query = query.where(settled)
  const last = await query
    .orderBy('transaction_id', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { transaction: last.transaction_id, seq: last.seq } : { transaction: 0, seq: 0 }
}

/** Maximum backlog in changes; a client further behind must reload everything. */
const MAX_BACKLOG = 5_000

/** Whether the backlog after a position is too long to send, or the position was never in this log. */
export async function tooOld(context: Context, cursor: Cursor): Promise<boolean> {
  const latest = await latestCursor(context)
  if (cursor.transaction > latest.transaction) return true
  if (cursor.transaction === latest.transaction && cursor.seq > latest.seq) return true
  const backlog = await changesAfter(context, cursor, MAX_BACKLOG)
  return backlog.length === MAX_BACKLOG
}
