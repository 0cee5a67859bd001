import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Reads the groups of a user from an index alone, and the fetches of a user in the order in which they ended. */
export const boundedReads: Migration = {
  id: 62,
  name: 'bounded-reads',
  async up(db, engine) {
    const t = tables(db, engine)
    await t.index('silo_group_member', 'user_id', 'group_id')
    await db.schema.dropIndex('silo_group_member_by_user_id').execute()
    await t.index('image_fetch', 'user_id', 'time_completed', 'id')
  },
}
