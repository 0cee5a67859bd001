import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** The target of a bulk job, the disks to delete with an instance, and an index to find the disks of an image. */
export const bulkTargets: Migration = {
  id: 13,
  name: 'bulk-targets',
  async up(db, engine) {
    const { text } = columns(engine)
    await db.schema.alterTable('bulk_job').addColumn('target', text).execute()
    await db.schema.alterTable('bulk_job_item').addColumn('disk_ids', text).execute()
    await tables(db, engine).index('disk', 'image_id', 'name', 'id')
  },
}
