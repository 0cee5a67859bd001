import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** SCIM: the tokens of identity providers, and the attributes of users and groups that our own columns lack. */
export const scim: Migration = {
  id: 8,
  name: 'scim',
  async up(db, engine) {
    const t = tables(db, engine)
    await t
      .optional(
        t.required(t.belongsTo(t.withId('scim_token'), 'silo_id', 'silo', 'cascade'), [
          'token_hash',
          'time_created',
        ]),
        ['time_expires'],
      )
      .execute()
    await t.unique('scim_token', 'token_hash')
    await t.index('scim_token', 'silo_id', 'time_created')
    await db.schema
      .alterTable('silo_user')
      .addColumn('active', t.integer, (column) => column.notNull().defaultTo(1))
      .execute()
    for (const [table, key, of] of [
      ['scim_user', 'user_id', 'silo_user'],
      ['scim_group', 'group_id', 'silo_group'],
    ] as const) {
      const keyed = t
        .create(table)
        .addColumn(key, t.text, (column) => column.primaryKey().references(`${of}.id`).onDelete('cascade'))
      const own = table === 'scim_user' ? ['user_name', 'attributes'] : ['name_key']
      await t
        .optional(t.required(t.belongsTo(keyed, 'silo_id', 'silo', 'cascade'), own), ['external_id'])
        .addColumn('revision', t.integer, (column) => column.notNull())
        .execute()
      await t.index(table, 'silo_id', 'external_id')
    }
    await t.unique('scim_group', 'silo_id', 'name_key')
  },
}
