import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { after, isAfter, type Position, positionOf, settled, START } from '../kit/sql/log-order.ts'
import { tokenAfter } from '../kit/request/pagination.ts'
import {
  completedEntries,
  type Entries,
  type EntryPage,
  inTime,
  lastRead,
  MAX_READ,
  matching,
  type Query,
  type StoredEntry,
} from './entries.ts'
import { filtersOf } from './filters.ts'
import { markerOf, type Place, placeIn } from './place.ts'

const SORT = 'time_and_id_ascending'
/** Batches that one page reads at most, for filters that leave little of them. */
const MAX_BATCHES = 5

type Log = Pick<Context, 'db' | 'engine'>
type Batch = Place & { upTo: Position }
type Limited = Query & { limit: number }

/**
 * Reads one page, oldest first. Its token goes on after exactly the entries that were read, although entries become visible in another
 * order than that of their times: times may be equal, clocks of servers differ, and transactions run side by side. So the log is
 * read in batches, which end at a position that no entry can appear before any more. Within a batch entries are sorted by time. The
 * first batch has all entries so far, and each later one those that have come since.
 */
export async function forwardPage(context: Context, query: Limited): Promise<EntryPage> {
  const end = await lastSettled(context)
  const rows: StoredEntry[] = []
  let place = placeIn(query, SORT)
  const pageUpTo = (next: Place): EntryPage => ({ rows, nextPage: tokenAfter(query, SORT, markerOf(next)) })
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    const upTo = place.upTo ?? (await endOfBatch(context, place.after, end))
    const rest = { ...query, limit: query.limit - rows.length }
    const { found, last } = await readBatch(context, rest, { ...place, upTo })
    rows.push(...found)
    if (last) return pageUpTo({ ...place, upTo, seen: last })
    place = { after: upTo }
    if (!isAfter(end, upTo)) return rows.length > 0 ? pageUpTo(place) : { rows, nextPage: null }
  }
  return pageUpTo(place)
}

/** Reads entries of a batch. @returns also the last entry that was read, unless that was the batch's last one. */
async function readBatch(context: Context, query: Limited, batch: Batch) {
  const filters = filtersOf(context, query)
  const entries = entriesOf(context, query, batch)
  const read = entries.limit(filters.length === 0 ? query.limit : MAX_READ)
  const found = await matching(context, read, filters)
    .orderBy('audit_log.time_completed')
    .orderBy('audit_log.id')
    .limit(query.limit)
    .execute()
  if (found.length === query.limit) return { found, last: found.at(-1) }
  return { found, last: filters.length > 0 ? await lastRead(entries) : undefined }
}

/** Builds the query for the entries of a batch after those that were read, sorted by time. */
export function entriesOf(log: Log, query: Query, { after: start, upTo, seen }: Batch): Entries {
  const all = isAfter(start, START) ? inTime(laterEntries(log, start), query) : completedEntries(log, query)
  return all
    .where(isWithin(log, upTo))
    .$call((some) =>
      seen
        ? some.where(sql<boolean>`(time_completed, audit_log.id) > (${seen.time_completed}, ${seen.id})`)
        : some,
    )
    .orderBy('time_completed')
    .orderBy('audit_log.id')
}

/** The limit, which no batch reaches, makes the engines search by position: searching by time would read the whole log. */
const laterEntries = (log: Log, start: Position): Entries =>
  log.db.selectFrom(byPosition(log, start).selectAll().limit(MAX_READ).as('audit_log')).selectAll('audit_log')

const byPosition = (log: Log, start: Position) =>
  log.db.selectFrom('audit_log').where(after(log, start)).orderBy('transaction_id').orderBy('seq')

/** Whether an entry is not after a position. The sums keep the engines from searching by it. */
const isWithin = ({ engine }: Log, { transaction, seq }: Position): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql`(transaction_id + 0, seq + 0) <= (${transaction}, ${seq})`
    : sql`seq + 0 <= ${seq}`

/** Returns the position of the last entry that no other one can appear before any more. */
async function lastSettled(log: Log): Promise<Position> {
  const last = await log.db
    .selectFrom('audit_log')
    .select(['transaction_id', 'seq'])
    .where(settled(log))
    .where('transaction_id', 'is not', null)
    .orderBy('transaction_id', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? positionOf(last) : START
}

async function endOfBatch(log: Log, start: Position, end: Position): Promise<Position> {
  if (!isAfter(start, START)) return end
  const last = await byPosition(log, start)
    .select(['transaction_id', 'seq'])
    .where(settled(log))
    .offset(MAX_READ - 1)
    .limit(1)
    .executeTakeFirst()
  return last ? positionOf(last) : end
}
