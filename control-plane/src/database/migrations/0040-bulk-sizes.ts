import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The size that a bulk job gives to instances. */
export const bulkSizes: Migration = {
  id: 40,
  name: 'bulk-sizes',
  async up(db, engine) {
    const { bigint } = columns(engine)
    for (const column of ['ncpus', 'memory'])
      await db.schema.alterTable('bulk_job').addColumn(column, bigint).execute()
  },
}
