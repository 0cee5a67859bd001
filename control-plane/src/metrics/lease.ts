import type { Kysely } from 'kysely'
import type { MetricTables } from '../database/metric-tables.ts'

/**
 * Takes or renews the lease of the server that collects, so that servers on one database don't all do.
 * @param until end of the lease, in milliseconds since 1970.
 * @returns whether this server holds it.
 */
export async function holdLease(
  db: Kysely<MetricTables>,
  holder: string,
  now: number,
  until: number,
): Promise<boolean> {
  await db
    .insertInto('metric_lease')
    .values({ id: 1, holder, until })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ holder, until })
        .where((where) =>
          where.or([where('metric_lease.holder', '=', holder), where('metric_lease.until', '<', now)]),
        ),
    )
    .execute()
  const row = await db.selectFrom('metric_lease').select('holder').where('id', '=', 1).executeTakeFirst()
  return row?.holder === holder
}

/** Ends the lease, so that another server collects at once. */
export const endLease = async (db: Kysely<MetricTables>, holder: string): Promise<void> => {
  await db.deleteFrom('metric_lease').where('holder', '=', holder).execute()
}
