import { type Kysely, sql } from 'kysely'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Trust that can be withdrawn: disabled providers and users. Answers of providers belong to a browser. */
export const withdrawal: Migration = {
  id: 22,
  name: 'withdrawal',
  async up(db, engine) {
    const t = tables(db, engine)
    const { text, integer } = columns(engine)
    const flag = (table: string, column: string, preset: 0 | 1) =>
      db.schema
        .alterTable(table)
        .addColumn(column, integer, (builder) => builder.notNull().defaultTo(preset))
        .execute()
    await flag('saml_provider', 'enabled', 1)
    // Existing providers go on as before.
    await flag('saml_provider', 'allow_unsolicited', 1)
    await flag('silo_user', 'disabled', 0)
    await flag('scim_user', 'active', 1)
    await sql`update scim_user set active = (select active from silo_user where id = scim_user.user_id)`.execute(
      db,
    )
    // A request from before the upgrade belongs to no browser: its user starts again.
    await db.schema
      .alterTable('saml_request')
      .addColumn('browser_hash', text, (builder) => builder.notNull().defaultTo(''))
      .execute()
    const answer = t.create('saml_answer').addColumn('token_hash', text, (builder) => builder.primaryKey())
    const ofProvider = t.belongsTo(answer, 'provider_id', 'saml_provider', 'cascade')
    await t
      .optional(
        t.required(t.belongsTo(ofProvider, 'user_id', 'silo_user', 'cascade'), ['target', 'time_expires']),
        ['browser_hash'],
      )
      .execute()
    await t.index('saml_answer', 'time_expires')
    await createProviderUsers(db, t)
  },
}

/** Users of the past may have come through any provider of their silo. */
async function createProviderUsers(db: Kysely<unknown>, t: ReturnType<typeof tables>): Promise<void> {
  const link = t.belongsTo(t.create('saml_provider_user'), 'provider_id', 'saml_provider', 'cascade')
  await t
    .belongsTo(link, 'user_id', 'silo_user', 'cascade')
    .addPrimaryKeyConstraint('saml_provider_user_key', ['provider_id', 'user_id'] as never)
    .execute()
  await t.index('saml_provider_user', 'user_id')
  await sql`insert into saml_provider_user (provider_id, user_id)
    select saml_provider.id, silo_user.id from saml_provider
    join silo_user on silo_user.silo_id = saml_provider.silo_id`.execute(db)
}
