import { sql } from 'kysely'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** What real hosts report: capacity and state of sleds, where disks are, what machines wait for, and what networks lack. */
export const realMachines: Migration = {
  id: 64,
  name: 'real-machines',
  async up(db, engine) {
    const { text, integer, bigint } = columns(engine)
    await db.schema
      .alterTable('sled')
      .addColumn('usable_vcpus', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    // The next report counts as many as the setting says.
    await sql`update sled set usable_vcpus = usable_hardware_threads`.execute(db)
    await db.schema.alterTable('sled').addColumn('usable_storage', bigint).execute()
    await db.schema
      .alterTable('sled')
      .addColumn('host_state', text, (column) => column.notNull().defaultTo('up'))
      .execute()
    await db.schema.alterTable('disk').addColumn('sled_id', text).execute()
    await db.schema.createIndex('disk_by_sled_id').on('disk').columns(['sled_id', 'size']).execute()
    await db.schema.alterTable('instance').addColumn('note', text).execute()
    await db.schema
      .alterTable('network_sent')
      .addColumn('gaps', text, (column) => column.notNull().defaultTo('[]'))
      .execute()
    await sql`create index network_with_gaps on network_sent (vpc_id) where gaps <> '[]'`.execute(db)
  },
}
