import { columns } from '../columns.ts'
import type { Migration } from '../migrate.ts'

/** The order of the items of a bulk job: those with a lower position are finished first. */
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
