import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Access tokens, device requests for them, and the silos' settings for them. */
export const accessTokens: Migration = {
  id: 6,
  name: 'access_tokens',
  async up(db, engine) {
    const t = tables(db, engine)
    const token = t.belongsTo(t.withId('access_token'), 'user_id', 'silo_user', 'cascade')
    await t.optional(t.required(token, ['token_hash', 'time_created']), ['time_expires']).execute()
    await t.unique('access_token', 'token_hash')
    await t.index('access_token', 'user_id', 'id')
    await t.index('access_token', 'time_expires')
    const request = t.required(t.withId('device_auth_request'), [
      'device_code_hash',
      'token_hash',
      'user_code',
      'client_id',
      'client_address',
      'time_created',
      'time_expires',
    ])
    await t
      .mayReferTo(t.optional(request, ['time_confirmed']), 'token_id', 'access_token')
      .addColumn('ttl_seconds', t.bigint)
      .execute()
    await t.unique('device_auth_request', 'device_code_hash')
    await t.unique('device_auth_request', 'user_code')
    await t.index('device_auth_request', 'client_address', 'time_expires')
    await t.index('device_auth_request', 'time_expires')
    await t.index('device_auth_request', 'token_id')
    await t
      .create('silo_auth_settings')
      .addColumn('silo_id', t.text, (column) => column.primaryKey().references('silo.id').onDelete('cascade'))
      .addColumn('device_token_max_ttl_seconds', t.bigint)
      .execute()
  },
}
