import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Tests of identity providers, which sign nobody in. */
export const samlTests: Migration = {
  id: 65,
  name: 'saml-tests',
  async up(db, engine) {
    const t = tables(db, engine)
    const { text } = columns(engine)
    const own = t.create('saml_test').addColumn('id', text, (column) => column.primaryKey())
    const ofProvider = t.belongsTo(own, 'provider_id', 'saml_provider', 'cascade')
    const ofUser = t.belongsTo(ofProvider, 'user_id', 'silo_user', 'cascade')
    await t.optional(t.required(ofUser, ['return_path', 'time_expires']), ['result']).execute()
    await t.unique('saml_test', 'user_id')
    await t.index('saml_test', 'provider_id')
    await t.index('saml_test', 'time_expires')
  },
}
