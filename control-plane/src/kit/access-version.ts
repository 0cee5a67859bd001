import type { Context } from './context.ts'
import { fixedQuery, queryNow } from './fixed-query.ts'
import { rawWriter } from './raw-writer.ts'
import type { Reader } from './reader.ts'
import { sharedRead } from './shared-read.ts'

/** Counts a change of access in a table that has no trigger, so that every server reads its callers again. */
export const noteAccessChange = (context: { db: Reader }): Promise<unknown> =>
  rawWriter(context)
    .updateTable('access_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('shard', '=', 0)
    .execute()

/**
 * Returns a value that differs after every committed change of users, roles, groups, sessions and tokens, by this
 * server or another one. Triggers of the database count these changes. Requests of the same time share one read.
 */
export async function accessVersion(from: Pick<Context, 'db' | 'engine'>): Promise<string> {
  const now = queryNow(from, SUM, sumOfShards, [])
  return now ? String(now[0]?.version) : readVersion(from)
}

const readVersion = sharedRead(accessVersionIn)

/** The same as a transaction or snapshot sees it. */
export async function accessVersionIn(from: Pick<Context, 'db' | 'engine'>): Promise<string> {
  const [sum] = await fixedQuery(from, SUM, sumOfShards, [])
  return String(sum?.version)
}

const SUM = [noteAccessChange, 'sum'] as const

const sumOfShards = (db: Reader) =>
  db.selectFrom('access_version').select((row) => row.fn.sum('version').as('version'))
