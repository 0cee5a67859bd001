import { sql } from 'kysely'
import type { World } from './world.ts'

/**
 * How many rows there are in each table there is, and what rows that stay say about use and about who holds what: what no
 * refused request may change.
 */
export async function tableCounts({ services: { db } }: World): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]!.n)
  }
  counts.use = await db.selectFrom('provisioned').selectAll().orderBy('scope_id').execute()
  counts.attached = await db.selectFrom('external_ip').select(['id', 'instance_id']).orderBy('id').execute()
  counts.disks = await db.selectFrom('disk').select(['id', 'state', 'instance_id']).orderBy('id').execute()
  return counts
}
