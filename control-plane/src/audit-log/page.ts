import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { AuditLogRow, Database } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'
import { rangeOf } from '../kit/pagination.ts'
import { storedTime } from '../kit/stored-time.ts'
import type { RequestOf } from '../kinds/handler.ts'
import { filtersOf } from './filters.ts'

type Query = RequestOf<'auditLogList'>['query']

/** An entry with the display names of its users and the name of the project; null once they are deleted. */
export type StoredEntry = AuditLogRow & {
  display_name: string | null
  signed_in_name: string | null
  project_name: string | null
}

/** Entries that a page with a filter reads, so that a rare match doesn't make it read the whole log. */
const MAX_READ = 10_000
const DEFAULT_LIMIT = 100
const KEYS = { id: 'audit_log.id', created: 'audit_log.time_completed' }

/** Reads one page of completed entries. With a filter it may end early, with the token of the next page. */
export async function pageOfEntries(
  context: Context,
  query: Query,
): Promise<{ rows: StoredEntry[]; nextPage: string | null }> {
  const sortBy = query.sortBy ?? 'time_and_id_ascending'
  const createdOrder = sortBy === 'time_and_id_ascending' ? 'ascending' : 'descending'
  const page = { ...query, sortBy, createdOrder } as const
  const filters = filtersOf(query)
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_READ)
  const range = rangeOf({ ...page, limit }, KEYS)
  const readRange = filters.length === 0 ? range : rangeOf({ ...page, limit: MAX_READ }, KEYS)
  const read = readRange.apply(completedEntries(context, query))
  const rows = await range.apply(matching(context, read, filters)).execute()
  const isShort = filters.length > 0 && rows.length < limit
  const last = isShort ? await lastRead(read) : rows.at(-1)
  return { rows, nextPage: last ? range.nextPage([placeOf(last)], () => '') : null }
}

type Entries = SelectQueryBuilder<Database, 'audit_log', AuditLogRow>

/** Open entries have no time of completion, so no range of times has them. */
const completedEntries = ({ db }: Context, { startTime, endTime }: Query): Entries =>
  db
    .selectFrom('audit_log')
    .selectAll('audit_log')
    .where('time_completed', '>=', storedTime(startTime))
    .$if(typeof endTime === 'string', (some) => some.where('time_completed', '<', storedTime(endTime!)))

function matching({ db }: Context, read: Entries, filters: readonly RawBuilder<boolean>[]) {
  const some = db
    .selectFrom(read.as('audit_log'))
    .leftJoin('silo_user', 'silo_user.id', 'audit_log.actor_id')
    .leftJoin('silo_user as signed_in', 'signed_in.id', 'audit_log.signed_in_id')
    .leftJoin('project', 'project.id', 'audit_log.resource_project_id')
    .selectAll('audit_log')
    .select(['silo_user.display_name', 'signed_in.display_name as signed_in_name'])
    .select('project.name as project_name')
  return filters.reduce((query, filter) => query.where(filter), some)
}

/** Returns the last entry that a page may read; undefined if the log ends before. */
const lastRead = (read: Entries): Promise<AuditLogRow | undefined> =>
  read
    .offset(MAX_READ - 1)
    .limit(1)
    .executeTakeFirst()

/** Pages name the time by which they are sorted `time_created`. */
const placeOf = ({ id, time_completed }: AuditLogRow) => ({ id, time_created: time_completed })
