import type { AuditLogRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { rangeOf } from '../kit/request/pagination.ts'
import { completedEntries, type EntryPage, lastRead, MAX_READ, matching, type Query } from './entries.ts'
import { filtersOf } from './filters.ts'
import { forwardPage } from './forward-page.ts'

const DEFAULT_LIMIT = 100
const KEYS = {
  id: 'audit_log.id',
  fields: { created: { sort: { column: 'audit_log.time_completed', as: 'time_created' } } },
}

/** Reads one page of completed entries. With a filter it may end early, with the token of the next page. */
export async function pageOfEntries(context: Context, given: Query): Promise<EntryPage> {
  const query = { ...given, limit: Math.min(given.limit ?? DEFAULT_LIMIT, MAX_READ) }
  return query.sortBy === 'time_and_id_descending'
    ? backwardPage(context, query)
    : forwardPage(context, query)
}

/** Reads one page, newest first. Entries that appear later belong to pages before it. */
async function backwardPage(context: Context, query: Query & { limit: number }): Promise<EntryPage> {
  const page = { ...query, sortBy: 'time_and_id_descending', createdOrder: 'descending' } as const
  const filters = filtersOf(context, query)
  const range = rangeOf(page, KEYS)
  const readRange = filters.length === 0 ? range : rangeOf({ ...page, limit: MAX_READ }, KEYS)
  const read = readRange.apply(completedEntries(context, query))
  const rows = await range.apply(matching(context, read, filters)).execute()
  const isShort = filters.length > 0 && rows.length < query.limit
  const last = isShort ? await lastRead(read) : rows.at(-1)
  return { rows, nextPage: last ? range.nextPage([placeOf(last)], () => '') : null }
}

/** Pages name the time by which they are sorted `time_created`. */
const placeOf = ({ id, time_completed }: AuditLogRow) => ({ id, time_created: time_completed })
