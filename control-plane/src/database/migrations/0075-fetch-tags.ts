import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Tags that an image gets which the server fetches. */
export const fetchTags: Migration = {
  id: 75,
  name: 'fetch-tags',
  async up(db, engine) {
    await db.schema
      .alterTable('image_fetch')
      .addColumn('tags', columns(engine).text, (column) => column.notNull().defaultTo('{}'))
      .execute()
  },
}
