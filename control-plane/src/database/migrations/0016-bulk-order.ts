import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The order of a bulk job's items: lower positions finish first. */
export const bulkOrder: Migration = {
  id: 16,
  name: 'bulk-order',
  async up(db, engine) {
    await db.schema
      .alterTable('bulk_job_item')
      .addColumn('position', columns(engine).integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
