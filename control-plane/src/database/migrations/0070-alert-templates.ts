import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** JSON that a receiver of alerts gets in place of the own form. */
export const alertTemplates: Migration = {
  id: 70,
  name: 'alert-templates',
  async up(db, engine) {
    const { text } = columns(engine)
    await db.schema.alterTable('alert_receiver').addColumn('template', text).execute()
  },
}
