import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The client that began a sign-in at an identity provider. An older request counts as one from elsewhere. */
export const requestNetworks: Migration = {
  id: 49,
  name: 'request-networks',
  async up(db, engine) {
    await db.schema
      .alterTable('saml_request')
      .addColumn('network', columns(engine).text, (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
