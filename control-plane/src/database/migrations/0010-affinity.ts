import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Affinity groups, whose members run on the same sled, beside the existing anti-affinity groups. */
export const affinity: Migration = {
  id: 10,
  name: 'affinity',
  async up(db, engine) {
    const t = tables(db, engine)
    const group = t.belongsTo(t.named('affinity_group'), 'project_id', 'project')
    await t.required(group, ['policy', 'failure_domain']).execute()
    await t.unique('affinity_group', 'project_id', 'name')
    let members = t.create('affinity_group_member')
    members = t.belongsTo(members, 'group_id', 'affinity_group', 'cascade')
    members = t.belongsTo(members, 'instance_id', 'instance', 'cascade')
    await members.addPrimaryKeyConstraint('affinity_group_member_key', ['group_id', 'instance_id']).execute()
    await t.index('affinity_group_member', 'instance_id')
  },
}
