import { sql } from 'kysely'
import type { Database } from '../src/database/schema.ts'
import type { World } from './world.ts'

/** Tables that no refused request may leave a row in; what is written about sessions does not count. */
const TABLES = [
  'instance',
  'instance_ssh_key',
  'disk',
  'snapshot',
  'image',
  'vpc',
  'vpc_subnet',
  'network_interface',
  'external_ip',
  'anti_affinity_group_member',
  'change_log',
  'task',
  'project',
] as const satisfies (keyof Database)[]

/** How many rows there are in each table, and what counts as used. */
export async function tableCounts({ services: { db } }: World): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    counts[table] = Number(rows[0]!.n)
  }
  counts.provisioned = await db.selectFrom('provisioned').selectAll().orderBy('scope_id').execute()
  counts.attached = await db.selectFrom('external_ip').select(['id', 'instance_id']).orderBy('id').execute()
  counts.disks = await db.selectFrom('disk').select(['id', 'state', 'instance_id']).orderBy('id').execute()
  return counts
}
