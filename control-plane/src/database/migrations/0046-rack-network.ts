import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Settings of the fleet's own network, BFD sessions, settings of switch ports, and probes in the networks of projects. */
export const rackNetwork: Migration = {
  id: 46,
  name: 'rack-network',
  async up(db, engine) {
    const t = tables(db, engine)
    const settings = t.required(t.withId('networking_settings'), ['time_created', 'time_modified'])
    await t
      .required(t.optional(settings, ['allowed_ips']), ['inbound_icmp', 'jumbo_frames'], t.integer)
      .execute()
    await insertSettings(db)
    let bfd = t.required(t.withId('bfd_session'), ['switch_slot', 'remote', 'mode'])
    bfd = t.required(t.optional(bfd, ['local']), ['detection_threshold'], t.integer)
    await t.required(bfd, ['required_rx'], t.bigint).execute()
    await t.unique('bfd_session', 'switch_slot', 'remote')
    await t.required(t.named('switch_port_settings'), ['config']).execute()
    await t.unique('switch_port_settings', 'name')
    const ofSettings = (table: string) =>
      t.belongsTo(t.create(table), 'port_settings_id', 'switch_port_settings')
    await t
      .belongsTo(ofSettings('switch_port_settings_address'), 'reservation_id', 'address_lot_reservation')
      .execute()
    await t.unique('switch_port_settings_address', 'reservation_id')
    await t.index('switch_port_settings_address', 'port_settings_id')
    await t.belongsTo(ofSettings('switch_port_settings_bgp'), 'bgp_config_id', 'bgp_config').execute()
    await t.unique('switch_port_settings_bgp', 'port_settings_id', 'bgp_config_id')
    await t.index('switch_port_settings_bgp', 'bgp_config_id')
    await db.schema
      .alterTable('switch_port')
      .addColumn('port_settings_id', t.text, (column) => column.references('switch_port_settings.id'))
      .execute()
    await t.index('switch_port', 'port_settings_id')
    let probe = t.belongsTo(t.named('probe'), 'project_id', 'project')
    probe = t.belongsTo(t.belongsTo(probe, 'subnet_id', 'vpc_subnet'), 'external_ip_id', 'external_ip')
    probe = t.required(probe, ['sled_id', 'interface_id', 'mac', 'external_address'])
    probe = t.required(probe, ['ipv4', 'ipv4_block', 'ipv6', 'ipv6_block'])
    await t.required(probe, ['vni'], t.integer).execute()
    await t.unique('probe', 'project_id', 'name')
    await t.unique('probe', 'mac')
    await t.unique('probe', 'subnet_id', 'ipv4')
    await t.unique('probe', 'subnet_id', 'ipv6')
    await t.unique('probe', 'external_ip_id')
  },
}

async function insertSettings(db: Kysely<unknown>): Promise<void> {
  const time = new Date().toISOString()
  await sql`insert into networking_settings (id, time_created, time_modified, allowed_ips, inbound_icmp, jumbo_frames)
    values ('fleet', ${time}, ${time}, null, 1, 0)`.execute(db)
}
