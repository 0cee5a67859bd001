import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** From where a session was begun and a device code was requested. Sessions from before this have no address. */
export const sessionClients: Migration = {
  id: 21,
  name: 'session-clients',
  async up(db, engine) {
    const { text } = columns(engine)
    for (const column of ['client_address', 'client_name'])
      await db.schema.alterTable('session').addColumn(column, text).execute()
    await db.schema.alterTable('device_auth_request').addColumn('client_name', text).execute()
  },
}
