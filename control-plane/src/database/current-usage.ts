import { type Kysely, sql } from 'kysely'

/**
 * Stores a point for the use of every project and silo and for every quota, so that charts begin with what is in use. Call it
 * where these are written without points of their own.
 */
export async function storeCurrentUsage<Tables>(db: Kysely<Tables>, time: Date): Promise<void> {
  const stored = sql.lit(time.toISOString())
  for (const [counter, scope, from] of [
    ['project', 'scope_id', sql`provisioned inner join project on project.id = scope_id`],
    ['silo', 'scope_id', sql`provisioned inner join silo on silo.id = scope_id`],
    ['quota', 'silo_id', sql`silo_quota`],
  ] as const)
    await sql`
      insert into usage_point
        (counter, scope_id, time, cpus, memory, storage, cpus_change, memory_change, storage_change)
      select ${sql.lit(counter)}, ${sql.ref(scope)}, ${stored}, cpus, memory, storage, cpus, memory, storage
      from ${from} where cpus <> 0 or memory <> 0 or storage <> 0`.execute(db)
}
