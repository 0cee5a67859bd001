import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The order of a user's bulk jobs. Jobs from before it have 0 and keep the order of their times. */
export const bulkJobOrder: Migration = {
  id: 51,
  name: 'bulk-job-order',
  async up(db, engine) {
    await db.schema
      .alterTable('bulk_job')
      .addColumn('place', columns(engine).integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
