import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Settings of the fleet's own network, BFD sessions, and probes in the networks of projects. */
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
