import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Instances and disks that are not deleted until their protection is lifted. */
export const deletionProtection: Migration = {
  id: 29,
  name: 'deletion-protection',
  async up(db, engine) {
    for (const table of ['instance', 'disk'])
      await db.schema
        .alterTable(table)
        .addColumn('deletion_protected', columns(engine).integer, (column) => column.notNull().defaultTo(0))
        .execute()
  },
}
