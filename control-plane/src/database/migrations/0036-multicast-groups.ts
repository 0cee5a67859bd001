import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Multicast groups and their members. */
export const multicastGroups: Migration = {
  id: 36,
  name: 'multicast-groups',
  async up(db, engine) {
    const t = tables(db, engine)
    const group = t.required(t.belongsTo(t.named('multicast_group'), 'ip_pool_id', 'ip_pool'), [
      'multicast_ip',
      'source_ips',
    ])
    await t.required(group, ['has_any_source_member'], t.integer).execute()
    // Not in the fleet: silos without a common pool don't see each other's names.
    await t.unique('multicast_group', 'ip_pool_id', 'name')
    // The last guard against allocating an address twice.
    await t.unique('multicast_group', 'multicast_ip')
    await t.index('multicast_group', 'ip_pool_id', 'multicast_ip')
    let member = t.belongsTo(t.withId('multicast_group_member'), 'multicast_group_id', 'multicast_group')
    member = t.belongsTo(member, 'instance_id', 'instance')
    await t.required(member, ['source_ips', 'time_created', 'time_modified']).execute()
    await t.unique('multicast_group_member', 'instance_id', 'multicast_group_id')
    await t.index('multicast_group_member', 'multicast_group_id', 'id')
  },
}
