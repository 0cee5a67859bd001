import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Silos, their users and groups, roles, sessions, keys, projects. */
export const identity: Migration = {
  id: 1,
  name: 'identity',
  async up(db, engine) {
    const t = tables(db, engine)
    await t
      .required(t.named('silo'), ['identity_mode', 'mapped_fleet_roles'])
      .addColumn('discoverable', t.integer, (column) => column.notNull())
      .addColumn('admin_group_name', t.text)
      .execute()
    await t.unique('silo', 'name')
    await t
      .required(
        t
          .create('silo_quota')
          .addColumn('silo_id', t.text, (column) =>
            column.primaryKey().references('silo.id').onDelete('cascade'),
          ),
        ['cpus', 'memory', 'storage'],
        t.bigint,
      )
      .execute()
    for (const table of ['silo_user', 'silo_group']) {
      const principal = t.required(t.belongsTo(t.withId(table), 'silo_id', 'silo'), [
        'display_name',
        'time_created',
        'time_modified',
      ])
      if (table === 'silo_user') {
        await t.optional(t.required(principal, ['external_id']), ['password_hash']).execute()
        await t.unique(table, 'silo_id', 'external_id')
      } else {
        await principal.execute()
        await t.unique(table, 'silo_id', 'display_name')
      }
      await t.index(table, 'silo_id', 'id')
    }
    let members = t.belongsTo(t.create('silo_group_member'), 'group_id', 'silo_group', 'cascade')
    members = t.belongsTo(members, 'user_id', 'silo_user', 'cascade')
    await members.addPrimaryKeyConstraint('silo_group_member_key', ['group_id', 'user_id']).execute()
    await t.index('silo_group_member', 'user_id')
    await t
      .required(t.belongsTo(t.withId('session'), 'user_id', 'silo_user', 'cascade'), [
        'token_hash',
        'time_created',
        'time_last_used',
      ])
      .execute()
    await t.unique('session', 'token_hash')
    await t.index('session', 'user_id')
    await t
      .required(t.create('role_assignment'), [
        'resource_id',
        'resource_kind',
        'identity_kind',
        'identity_id',
        'role',
      ])
      .addPrimaryKeyConstraint('role_assignment_key', ['resource_id', 'identity_id', 'role'])
      .execute()
    await t.index('role_assignment', 'identity_id')
    await t
      .required(t.belongsTo(t.named('ssh_key'), 'user_id', 'silo_user', 'cascade'), ['public_key'])
      .execute()
    await t.unique('ssh_key', 'user_id', 'name')
    await t.belongsTo(t.named('project'), 'silo_id', 'silo').execute()
    await t.unique('project', 'silo_id', 'name')
    await t
      .required(
        t.create('provisioned').addColumn('scope_id', t.text, (column) => column.primaryKey()),
        ['cpus', 'memory', 'storage'],
        t.bigint,
      )
      .execute()
  },
}
