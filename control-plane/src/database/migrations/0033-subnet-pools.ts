import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Subnet pools with their members and silos, and external subnets. */
export const subnetPools: Migration = {
  id: 33,
  name: 'subnet-pools',
  async up(db, engine) {
    const t = tables(db, engine)
    await t.required(t.named('subnet_pool'), ['ip_version']).execute()
    await t.unique('subnet_pool', 'name')
    const member = t.required(t.belongsTo(t.withId('subnet_pool_member'), 'subnet_pool_id', 'subnet_pool'), [
      'subnet',
      'first_address',
      'last_address',
      'time_created',
    ])
    await t.required(member, ['min_prefix_length', 'max_prefix_length'], t.integer).execute()
    await t.index('subnet_pool_member', 'subnet_pool_id', 'first_address')
    let links = t.belongsTo(t.create('subnet_pool_silo'), 'subnet_pool_id', 'subnet_pool', 'cascade')
    links = t.belongsTo(links, 'silo_id', 'silo', 'cascade')
    await links
      .addColumn('is_default', t.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('subnet_pool_silo_key', ['silo_id', 'subnet_pool_id'])
      .execute()
    let subnet = t.belongsTo(t.named('external_subnet'), 'project_id', 'project')
    subnet = t.belongsTo(subnet, 'subnet_pool_id', 'subnet_pool')
    subnet = t.belongsTo(subnet, 'subnet_pool_member_id', 'subnet_pool_member')
    subnet = t.required(subnet, ['subnet', 'first_address', 'last_address'])
    await t.mayReferTo(subnet, 'instance_id', 'instance').execute()
    await t.unique('external_subnet', 'project_id', 'name')
    // The last guard against allocating a subnet twice.
    await t.unique('external_subnet', 'first_address')
    await t.index('external_subnet', 'subnet_pool_member_id', 'first_address')
    await t.index('external_subnet', 'subnet_pool_id')
    await t.index('external_subnet', 'instance_id')
  },
}
