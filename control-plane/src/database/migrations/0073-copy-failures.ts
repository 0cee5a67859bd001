import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Why the driver could not make a disk, a snapshot or an image. */
export const copyFailures: Migration = {
  id: 73,
  name: 'copy-failures',
  async up(db, engine) {
    const { text } = columns(engine)
    for (const table of ['disk', 'snapshot', 'image'])
      await db.schema.alterTable(table).addColumn('failure', text).execute()
  },
}
