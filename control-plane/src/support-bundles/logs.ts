import { sql } from 'kysely'
import type { Reader } from '../kit/context/reader.ts'
import { inPieces, records, ROWS_AT_ONCE, type Section } from './section.ts'

/** Kinds of hardware, and of what runs the rack. */
const OF_THE_RACK = [
  'rack',
  'rack-membership',
  'sled',
  'physical-disk',
  'physical-disk-adoption-request',
  'switch',
  'switch-port',
  'target-release',
  'system-update',
  'tuf-repo',
] as const

/** Entries of the change log that one read passes: no index has their kinds, and requests wait for an embedded database. */
const ENTRIES_AT_ONCE = 5_000

async function lastEntry(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('change_log')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Returns the number from which on entries are of a time or later: they are in the order of their times. */
async function firstEntry(db: Reader, time: string, end: number): Promise<number> {
  let [low, high] = [0, end + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // Old entries are deleted, so some numbers are missing.
    const row = await db
      .selectFrom('change_log')
      .select(['seq', 'time'])
      .where('seq', '>=', middle)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    if (row && row.time < time) low = row.seq + 1
    else high = middle
  }
  return low
}

/** The audit log of the period, and how the hardware changed in it. */
export const logSections: readonly Section[] = [
  records('audit-log.jsonl', ({ db }, since) =>
    inPieces<{ id: string; time_completed: string | null }>((last) => {
      let entries = db.selectFrom('audit_log').selectAll().where('time_completed', '>=', since.toISOString())
      if (last)
        entries = entries.where(sql<boolean>`(time_completed, id) > (${last.time_completed}, ${last.id})`)
      return entries.orderBy('time_completed').orderBy('id').limit(ROWS_AT_ONCE).execute()
    }),
  ),
  records('hardware-history.jsonl', async function* ({ db }, since) {
    const from = since.toISOString()
    const end = await lastEntry(db)
    for (let at = await firstEntry(db, from, end); at <= end; at += ENTRIES_AT_ONCE) {
      const rows = await db
        .selectFrom('change_log')
        .selectAll()
        .where('seq', '>=', at)
        .where('seq', '<', at + ENTRIES_AT_ONCE)
        .where('kind', 'in', OF_THE_RACK)
        .where('time', '>=', from)
        .orderBy('seq')
        .execute()
      for (const { before, after, ...entry } of rows)
        yield { ...entry, before: parsed(before), after: parsed(after) }
    }
  }),
  records('alerts.jsonl', ({ db }, since) =>
    inPieces<{ id: string; time_created: string }>((last) => {
      let alerts = db
        .selectFrom('alert')
        .selectAll()
        .where((where) =>
          where.or([where('time_created', '>=', since.toISOString()), where('time_resolved', 'is', null)]),
        )
      if (last) alerts = alerts.where(sql<boolean>`(time_created, id) > (${last.time_created}, ${last.id})`)
      return alerts.orderBy('time_created').orderBy('id').limit(ROWS_AT_ONCE).execute()
    }),
  ),
]

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
