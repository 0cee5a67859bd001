import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { rawWriter } from '../../database/session.ts'
import type { Services } from '../context/services.ts'

/** Rows of a table that no request needs any more. They go without an entry in the change log. */
export type Expired = {
  table: keyof Database
  /** An SQL condition on the table. */
  where: RawBuilder<boolean>
  /** Columns in which to look for them, oldest first. Without them, any rows that match are taken. */
  oldest?: readonly string[]
}

/** Rows that one statement deletes, so that requests wait for an embedded database for a few milliseconds at most. */
export const PRUNE_BATCH = 200

/** Deletes one batch of rows. @returns how many. */
export async function pruneBatch(
  services: Pick<Services, 'db' | 'engine'>,
  expired: Expired,
): Promise<number> {
  const { numAffectedRows } = await pruneQuery(services, expired).execute(rawWriter(services))
  return Number(numAffectedRows ?? 0)
}

/** Builds the statement that deletes one batch. @param limit the maximum number of rows in it. */
export function pruneQuery(
  services: Pick<Services, 'engine'>,
  { table, where, oldest }: Expired,
  limit = PRUNE_BATCH,
): RawBuilder<unknown> {
  const row = services.engine === 'postgres' ? sql.ref('ctid') : sql.ref('rowid')
  const order = oldest ? sql`order by ${sql.join(oldest.map((column) => sql.ref(column)))}` : sql``
  // The oldest rows are taken before they are checked, so that the statement reads no more than a batch of the index.
  const batch = oldest
    ? sql`select ${row} from ${sql.table(table)} ${order} limit ${limit}`
    : sql`select ${row} from ${sql.table(table)} where ${where} limit ${limit}`
  return sql`delete from ${sql.table(table)} where ${row} in (${batch}) and ${where}`
}
