import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Finds the next items of a job without reading all that wait: a job that deletes a project has an item for each resource. */
export const bulkItemTurns: Migration = {
  id: 55,
  name: 'bulk-item-turns',
  async up(db) {
    await db.schema.dropIndex('bulk_job_item_by_job_id_state').execute()
    await sql`create index "bulk_job_item_by_turn" on "bulk_job_item"
      ("job_id", "state", "position", (coalesce("time_done", '')), "resource_id")`.execute(db)
  },
}
