import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** What moves the items of a bulk job from one state to another in portions, and how far it has come. */
export const bulkPortions: Migration = {
  id: 59,
  name: 'bulk-portions',
  async up(db, engine) {
    const { text } = columns(engine)
    for (const column of ['moving', 'moved_to'])
      await db.schema.alterTable('bulk_job').addColumn(column, text).execute()
  },
}
