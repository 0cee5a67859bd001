import { sql } from 'kysely'
import { tables } from './table.ts'
import type { Migration } from '../migration.ts'

/** Pending requests to the driver to start, stop or reboot an instance. */
export const powerRequest: Migration = {
  id: 15,
  name: 'power-request',
  async up(db, engine) {
    const t = tables(db, engine)
    const request = t.belongsTo(t.create('power_request'), 'instance_id', 'instance', 'cascade')
    await t.required(request, ['id']).addPrimaryKeyConstraint('power_request_key', ['instance_id']).execute()
    // Earlier versions did not tell a power request from other work, so any waiting task may be one.
    await sql`
      insert into power_request (instance_id, id)
      select instance.id, task.id from instance join task on task.kind = 'instance' and task.key = instance.id
      where instance.run_state <> 'failed'
    `.execute(db)
  },
}
