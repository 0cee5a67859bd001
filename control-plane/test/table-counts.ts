import { sql } from 'kysely'
import type { World } from './world.ts'

/**
 * Counts the rows of every table, and returns the usage and the attachments in the remaining rows: a refused request
 * must change none of them. The audit log is left out: it has an entry for refused requests too.
 */
export async function tableCounts({ services: { db } }: World): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'audit_log') continue
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]!.n)
  }
  counts.use = await db.selectFrom('provisioned').selectAll().orderBy('scope_id').execute()
  counts.attached = await db.selectFrom('external_ip').select(['id', 'instance_id']).orderBy('id').execute()
  counts.disks = await db.selectFrom('disk').select(['id', 'state', 'instance_id']).orderBy('id').execute()
  return counts
}
