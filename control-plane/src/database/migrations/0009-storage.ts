import type { Migration } from '../migration.ts'
import { columns } from '../columns.ts'

/** A task copies images, so they have a state and keep their source until the copy is done. */
export const storage: Migration = {
  id: 9,
  name: 'storage',
  async up(db, engine) {
    const { text } = columns(engine)
    await db.schema
      .alterTable('image')
      .addColumn('state', text, (column) => column.notNull().defaultTo('ready'))
      .execute()
    await db.schema.alterTable('image').addColumn('source_snapshot_id', text).execute()
  },
}
