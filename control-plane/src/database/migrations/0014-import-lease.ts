import { tables } from './table.ts'
import type { Migration } from '../migration.ts'

/** The current holder of a disk's import, so that no two clients write to it. */
export const importLease: Migration = {
  id: 14,
  name: 'import-lease',
  async up(db, engine) {
    const t = tables(db, engine)
    const lease = t.belongsTo(t.create('import_lease'), 'disk_id', 'disk', 'cascade')
    await t
      .required(lease, ['holder', 'held_until'])
      .addPrimaryKeyConstraint('import_lease_key', ['disk_id'])
      .execute()
  },
}
