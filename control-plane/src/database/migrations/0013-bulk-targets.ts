import { columns } from '../columns.ts'
import type { Migration } from '../migrate.ts'
import { tables } from './table.ts'

/** What a bulk job needs besides the resources, which disks go along with an instance, and the disks of an image soon found. */
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
