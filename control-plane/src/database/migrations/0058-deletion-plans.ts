import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Counts the resources of a project by what decides how they are deleted, from an index alone. */
export const deletionPlans: Migration = {
  id: 58,
  name: 'deletion-plans',
  async up(db, engine) {
    await db.schema.dropIndex('instance_by_project_id_run_state_name').execute()
    await db.schema.dropIndex('disk_by_project_id_state_name').execute()
    const t = tables(db, engine)
    await t.index('instance', 'project_id', 'run_state', 'name', 'deletion_protected')
    await t.index('disk', 'project_id', 'state', 'name', 'deletion_protected')
    await t.index('snapshot', 'project_id', 'state', 'name')
    await sql`create index instance_protected on instance (project_id) where deletion_protected = 1`.execute(
      db,
    )
  },
}
