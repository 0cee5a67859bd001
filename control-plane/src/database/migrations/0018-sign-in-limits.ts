import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Times of last attempts, addresses that users have signed in from, and networks of devices that request a token. */
export const signInLimits: Migration = {
  id: 18,
  name: 'sign-in-limits',
  async up(db, engine) {
    const t = tables(db, engine)
    await db.schema
      .alterTable('sign_in_attempt')
      .addColumn('time_last', t.text, (column) => column.notNull().defaultTo(''))
      .execute()
    await t.index('sign_in_attempt', 'time_first')
    await db.schema
      .alterTable('device_auth_request')
      .addColumn('client_network', t.text, (column) => column.notNull().defaultTo(''))
      .execute()
    await t.index('device_auth_request', 'client_network', 'time_expires')
    await t
      .required(t.belongsTo(t.create('known_address'), 'user_id', 'silo_user', 'cascade'), [
        'network',
        'time_last_used',
      ])
      .addPrimaryKeyConstraint('known_address_key', ['user_id', 'network'])
      .execute()
  },
}
