import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Firewall rules that apply to all instances with a tag. */
export const targetTags: Migration = {
  id: 72,
  name: 'target-tags',
  async up(db, engine) {
    await db.schema
      .alterTable('firewall_rule')
      .addColumn('target_tags', columns(engine).text, (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
}
