import type { Migration } from '../migration.ts'
import { columns } from '../columns.ts'
import { storeCurrentUsage } from '../current-usage.ts'
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
    await storeCurrentUsage(db, new Date())
  },
}
