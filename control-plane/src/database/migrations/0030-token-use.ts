import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * Names of access tokens, and their last use. The use has a table of its own, because an update of a token makes every
 * server forget its callers.
 */
export const tokenUse: Migration = {
  id: 30,
  name: 'token-use',
  async up(db, engine) {
    await db.schema.alterTable('access_token').addColumn('name', columns(engine).text).execute()
    const t = tables(db, engine)
    const use = t.belongsTo(t.create('access_token_use'), 'token_id', 'access_token', 'cascade')
    await t
      .required(use, ['time_last_used'])
      .addPrimaryKeyConstraint('access_token_use_key', ['token_id'])
      .execute()
  },
}
