import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { type Tables, tables } from './table.ts'

/** VPCs and their children, network interfaces, IP pools and external addresses. */
export const networking: Migration = {
  id: 3,
  name: 'networking',
  async up(db, engine) {
    const t = tables(db, engine)
    await createVpcs(t)
    await createIpPools(t)
    await createNetworkInterfaces(t)
    await createExternalIps(t, db)
  },
}

async function createVpcs(t: Tables): Promise<void> {
  await t
    .required(t.belongsTo(t.named('vpc'), 'project_id', 'project'), [
      'dns_name',
      'ipv6_prefix',
      'system_router_id',
    ])
    .addColumn('vni', t.integer, (column) => column.notNull())
    .execute()
  await t.unique('vpc', 'project_id', 'name')
  await t.unique('vpc', 'vni')
  await t.required(t.belongsTo(t.named('vpc_router'), 'vpc_id', 'vpc'), ['kind']).execute()
  await t.unique('vpc_router', 'vpc_id', 'name')
  await t
    .required(t.belongsTo(t.named('vpc_subnet'), 'vpc_id', 'vpc'), ['ipv4_block', 'ipv6_block'])
    .$call((table) => t.mayReferTo(table, 'custom_router_id', 'vpc_router'))
    .execute()
  await t.unique('vpc_subnet', 'vpc_id', 'name')
  await t
    .required(t.belongsTo(t.named('router_route'), 'vpc_router_id', 'vpc_router', 'cascade'), [
      'kind',
      'destination',
      'target',
    ])
    .addColumn('vpc_subnet_id', t.text, (column) => column.references('vpc_subnet.id').onDelete('cascade'))
    .execute()
  await t.unique('router_route', 'vpc_router_id', 'name')
  await t.belongsTo(t.named('internet_gateway'), 'vpc_id', 'vpc').execute()
  await t.unique('internet_gateway', 'vpc_id', 'name')
  await t
    .required(t.belongsTo(t.named('firewall_rule'), 'vpc_id', 'vpc', 'cascade'), [
      'action',
      'direction',
      'status',
      'targets',
      'filters',
    ])
    .addColumn('priority', t.integer, (column) => column.notNull())
    .execute()
  await t.unique('firewall_rule', 'vpc_id', 'name')
}

async function createIpPools(t: Tables): Promise<void> {
  await t.required(t.named('ip_pool'), ['ip_version', 'pool_type', 'assignment']).execute()
  await t.unique('ip_pool', 'name')
  await t
    .required(t.belongsTo(t.withId('ip_pool_range'), 'ip_pool_id', 'ip_pool'), [
      'first_address',
      'last_address',
      'time_created',
    ])
    .execute()
  await t.index('ip_pool_range', 'ip_pool_id', 'first_address')
  let links = t.belongsTo(t.create('ip_pool_silo'), 'ip_pool_id', 'ip_pool', 'cascade')
  links = t.belongsTo(links, 'silo_id', 'silo', 'cascade')
  await links
    .addColumn('is_default', t.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('ip_pool_silo_key', ['silo_id', 'ip_pool_id'])
    .execute()
  let pools = t.belongsTo(
    t.named('internet_gateway_ip_pool'),
    'internet_gateway_id',
    'internet_gateway',
    'cascade',
  )
  pools = t.belongsTo(pools, 'ip_pool_id', 'ip_pool', 'cascade')
  await pools.execute()
}

async function createNetworkInterfaces(t: Tables): Promise<void> {
  let nic = t.belongsTo(t.named('network_interface'), 'instance_id', 'instance', 'cascade')
  nic = t.belongsTo(t.belongsTo(nic, 'vpc_id', 'vpc'), 'subnet_id', 'vpc_subnet')
  nic = t.required(t.required(nic, ['mac', 'transit_ips']), ['is_primary', 'slot'], t.integer)
  await t.optional(nic, ['ipv4', 'ipv6']).execute()
  await t.unique('network_interface', 'instance_id', 'name')
  await t.unique('network_interface', 'instance_id', 'slot')
  await t.unique('network_interface', 'mac')
  // The last guard against allocating an address twice.
  await t.unique('network_interface', 'subnet_id', 'ipv4')
  await t.unique('network_interface', 'subnet_id', 'ipv6')
}

async function createExternalIps(t: Tables, db: Kysely<unknown>): Promise<void> {
  let ip = t.belongsTo(t.withId('external_ip'), 'ip_pool_id', 'ip_pool')
  ip = t.belongsTo(t.required(ip, ['kind', 'ip', 'time_created', 'time_modified']), 'project_id', 'project')
  ip = t.mayReferTo(t.required(ip, ['first_port', 'last_port'], t.integer), 'instance_id', 'instance')
  await t.optional(ip, ['name', 'description']).execute()
  // A whole address has ports 0 to 65535; up to four instances share one, each with a quarter of the ports.
  await t.unique('external_ip', 'ip', 'first_port')
  await t.index('external_ip', 'instance_id')
  await t.index('external_ip', 'ip_pool_id', 'ip')
  await db.schema
    .createIndex('external_ip_by_project_id_name')
    .on('external_ip')
    .columns(['project_id', 'name'])
    .unique()
    .where(sql.ref('name'), 'is not', null)
    .execute()
}
