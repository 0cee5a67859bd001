import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Bulk jobs that change the tags of resources. */
export const bulkTags: Migration = {
  id: 74,
  name: 'bulk-tags',
  async up(db, engine) {
    await db.schema.alterTable('bulk_job').addColumn('tags', columns(engine).text).execute()
  },
}
