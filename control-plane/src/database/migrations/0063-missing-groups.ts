import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** What happens to the groups of a user whose identity provider sends none, and which attribute identifies users. */
export const missingGroups: Migration = {
  id: 63,
  name: 'missing-groups',
  async up(db, engine) {
    const { text } = columns(engine)
    await db.schema
      .alterTable('saml_provider')
      .addColumn('missing_groups', text, (column) => column.notNull().defaultTo('keep'))
      .execute()
    await db.schema.alterTable('saml_provider').addColumn('user_id_attribute', text).execute()
    await db.schema.alterTable('saml_provider_user').addColumn('time_groups_kept', text).execute()
  },
}
