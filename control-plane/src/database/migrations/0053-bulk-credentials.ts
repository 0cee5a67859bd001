import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The session or access token that began a bulk job, which ends with it when it is withdrawn. */
export const bulkCredentials: Migration = {
  id: 53,
  name: 'bulk-credentials',
  async up(db, engine) {
    await db.schema.alterTable('bulk_job').addColumn('credential_id', columns(engine).text).execute()
  },
}
