import type { Migration } from '../migrate.ts'
import { columns } from '../columns.ts'

/** Images are copied by a task, so they have a state and remember their source until the copy is there. */
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
