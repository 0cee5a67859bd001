import type { Kysely } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** The members of racks, in versions. Racks that are known begin with the sleds that they have. */
export const rackMemberships: Migration = {
  id: 68,
  name: 'rack-membership',
  async up(db, engine) {
    const t = tables(db, engine)
    const membership = t.required(t.belongsTo(t.withId('rack_membership'), 'rack_id', 'rack'), [
      'state',
      'members',
      'unacknowledged',
      'time_created',
    ])
    await t
      .optional(t.required(membership, ['version'], t.integer), ['time_committed', 'time_aborted'])
      .execute()
    await t.unique('rack_membership', 'rack_id', 'version')
    await addFirstVersions(db.withTables<Before>())
  },
}

type Before = {
  rack: { id: string; time_modified: string }
  sled: { rack_id: string; part: string; serial: string; in_service: number }
  rack_membership: Record<string, unknown>
}

async function addFirstVersions(db: Kysely<Before>): Promise<void> {
  for (const { id, time_modified: time } of await db.selectFrom('rack').selectAll().execute()) {
    const sleds = await db
      .selectFrom('sled')
      .select(['part', 'serial'])
      .where('rack_id', '=', id)
      .where('in_service', '=', 1)
      .orderBy('serial')
      .execute()
    await db
      .insertInto('rack_membership')
      .values({
        id: crypto.randomUUID(),
        rack_id: id,
        version: 1,
        state: 'committed',
        members: JSON.stringify(sleds),
        unacknowledged: '[]',
        time_created: time,
        time_committed: time,
        time_aborted: null,
      })
      .execute()
  }
}
