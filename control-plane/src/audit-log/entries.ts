import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { AuditLogRow, Database } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { storedTime } from '../kit/base/stored-time.ts'
import type { RequestOf } from '../kinds/handler.ts'

export type Query = RequestOf<'auditLogList'>['query']

/** An entry with the display names of its users and the name of the project; null once they are deleted. */
export type StoredEntry = AuditLogRow & {
  display_name: string | null
  signed_in_name: string | null
  project_name: string | null
}

/** One page of the log, and the token of the next one. */
export type EntryPage = { rows: StoredEntry[]; nextPage: string | null }

/** Entries that a page with a filter reads, so that a rare match doesn't make it read the whole log. */
export const MAX_READ = 10_000

export type Entries = SelectQueryBuilder<Database, 'audit_log', AuditLogRow>

/** Restricts entries to the times of a query. Open entries have no time of completion, so no range of times has them. */
export const inTime = (entries: Entries, { startTime, endTime }: Query): Entries =>
  entries
    .where('time_completed', '>=', storedTime(startTime))
    .$call((some) =>
      typeof endTime === 'string' ? some.where('time_completed', '<', storedTime(endTime)) : some,
    )

/** Returns the query for the completed entries in the times of a query. */
export const completedEntries = ({ db }: Pick<Context, 'db'>, query: Query): Entries =>
  inTime(db.selectFrom('audit_log').selectAll('audit_log'), query)

/** Returns the query for the entries that match all filters, with names. */
export function matching(
  { db }: Pick<Context, 'db'>,
  read: Entries,
  filters: readonly RawBuilder<boolean>[],
) {
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

/** Returns the last entry that a page may read; undefined if there are fewer. */
export const lastRead = (read: Entries): Promise<AuditLogRow | undefined> =>
  read
    .offset(MAX_READ - 1)
    .limit(1)
    .executeTakeFirst()
