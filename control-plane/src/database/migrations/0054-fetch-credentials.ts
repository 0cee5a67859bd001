import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** The session or access token that began an image fetch, which ends with it when it is withdrawn. */
export const fetchCredentials: Migration = {
  id: 54,
  name: 'fetch-credentials',
  async up(db, engine) {
    await db.schema.alterTable('image_fetch').addColumn('credential_id', columns(engine).text).execute()
    // A withdrawal looks for the unended fetches of one user.
    await tables(db, engine).index('image_fetch', 'user_id', 'state')
  },
}
