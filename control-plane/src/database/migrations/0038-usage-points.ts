import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { columns } from '../columns.ts'
import { tables } from './table.ts'

/** One point for each change of provisioned resources and quotas. */
export const usagePoints: Migration = {
  id: 38,
  name: 'usage-points',
  async up(db, engine) {
    const t = tables(db, engine)
    let point = columns(engine).autoincrement(t.create('usage_point'), 'seq')
    point = t.required(point, ['counter', 'scope_id', 'time'])
    await t
      .required(
        point,
        ['cpus', 'memory', 'storage', 'cpus_change', 'memory_change', 'storage_change'],
        t.bigint,
      )
      .execute()
    await t.index('usage_point', 'counter', 'scope_id', 'time', 'seq')
    await t.index('usage_point', 'counter', 'time', 'seq')
    // Charts begin with what is in use today.
    const now = new Date().toISOString()
    for (const [counter, scope, from] of [
      ['project', 'scope_id', sql`provisioned inner join project on project.id = scope_id`],
      ['silo', 'scope_id', sql`provisioned inner join silo on silo.id = scope_id`],
      ['quota', 'silo_id', sql`silo_quota`],
    ] as const)
      await sql`
        insert into usage_point
          (counter, scope_id, time, cpus, memory, storage, cpus_change, memory_change, storage_change)
        select ${sql.lit(counter)}, ${sql.ref(scope)}, ${sql.lit(now)}, cpus, memory, storage, cpus, memory, storage
        from ${from} where cpus <> 0 or memory <> 0 or storage <> 0`.execute(db)
  },
}
