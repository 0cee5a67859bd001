import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Settings of the fleet's own network, in one row. */
export const networkingSettings: Migration = {
  id: 46,
  name: 'networking-settings',
  async up(db, engine) {
    const t = tables(db, engine)
    const settings = t.required(t.withId('networking_settings'), ['time_created', 'time_modified'])
    await t
      .required(t.optional(settings, ['allowed_ips']), ['inbound_icmp', 'jumbo_frames'], t.integer)
      .execute()
    const time = new Date().toISOString()
    await sql`insert into networking_settings (id, time_created, time_modified, allowed_ips, inbound_icmp, jumbo_frames)
      values ('fleet', ${time}, ${time}, null, 1, 0)`.execute(db)
  },
}
