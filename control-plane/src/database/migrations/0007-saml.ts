import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Identity providers, requests sent to them, and assertions accepted from them. */
export const saml: Migration = {
  id: 7,
  name: 'saml',
  async up(db, engine) {
    const t = tables(db, engine)
    const provider = t.required(t.belongsTo(t.named('saml_provider'), 'silo_id', 'silo', 'cascade'), [
      'idp_metadata',
      'idp_entity_id',
      'sp_client_id',
      'acs_url',
      'slo_url',
      'technical_contact_email',
    ])
    await t.optional(provider, ['group_attribute_name', 'public_cert', 'private_key']).execute()
    await t.unique('saml_provider', 'silo_id', 'name')
    await t
      .required(t.belongsTo(t.withId('saml_request'), 'provider_id', 'saml_provider', 'cascade'), [
        'time_expires',
      ])
      .execute()
    await t.index('saml_request', 'time_expires')
    await t
      .create('saml_assertion')
      .addColumn('key', t.text, (column) => column.primaryKey())
      .addColumn('time_expires', t.text, (column) => column.notNull())
      .execute()
    await t.index('saml_assertion', 'time_expires')
  },
}
