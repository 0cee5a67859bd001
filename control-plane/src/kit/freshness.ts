import { sql } from 'kysely'
import { oneConnectionOf } from '../database/one-connection.ts'
import type { Counter } from '../database/table-versions.ts'
import type { Context } from './context.ts'
import { fixedQuery } from './fixed-query.ts'
import { rawWriter } from './raw-writer.ts'

/** Marks the state of the database that an answer was read from. */
export type Stamp = { readonly counters: readonly Counter[]; readonly version: number | string }

/** Tells whether another snapshot would find the rows of this one. */
export type Freshness = {
  /** Returns the stamp of what the snapshot has read so far. */
  stamp: () => Stamp
  /** Whether the snapshot of a stamp found the same rows as this one does. */
  isCurrent: (stamp: Stamp) => boolean
}

/**
 * Returns the freshness of the snapshot that a context reads.
 *
 * On SQLite, which no other process writes to, a stamp is a count of the changes of the tables that were read, or of rows of
 * them if a query says which ones it reads. On PostgreSQL it is
 * the snapshot itself: `pg_current_snapshot` lists the transactions that it sees, whichever server made them, so that two equal ones
 * see the same rows (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT). The start of the database
 * is a part of it, because a standby that takes over counts its own transactions.
 */
export async function freshnessOf(context: Pick<Context, 'db' | 'engine'>): Promise<Freshness> {
  const connection = oneConnectionOf(rawWriter(context))
  if (connection) {
    const { reads } = connection
    return {
      stamp: () => {
        const counters = reads.counters()
        return { counters, version: reads.versionOf(counters) }
      },
      isCurrent: ({ counters, version }) => reads.versionOf(counters) === version,
    }
  }
  const [row] = await fixedQuery(
    context,
    [freshnessOf, 'snapshot'],
    () => rawWriter(context).selectNoFrom(SNAPSHOT.as('snapshot')),
    [],
  )
  const current = { counters: [], version: row!.snapshot }
  return { stamp: () => current, isCurrent: ({ version }) => version === current.version }
}

/** Whether snapshots and transactions take turns for one connection, as on SQLite. */
export const hasOneConnection = (context: Pick<Context, 'db'>): boolean =>
  oneConnectionOf(rawWriter(context)) !== null

const SNAPSHOT = sql<string>`pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`
