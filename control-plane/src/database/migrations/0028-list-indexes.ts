import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * Lists that are sorted by time, lists and counts of the resources in a state, and the last changes of a project, at any
 * number of rows.
 */
export const listIndexes: Migration = {
  id: 28,
  name: 'list-indexes',
  async up(db, engine) {
    const t = tables(db, engine)
    for (const table of ['instance', 'disk', 'snapshot', 'image'])
      await t.index(table, 'project_id', 'time_created', 'id')
    await t.index('project', 'silo_id', 'time_created', 'id')
    await t.index('instance', 'project_id', 'run_state', 'name')
    await t.index('disk', 'project_id', 'state', 'name')
    await db.schema
      .createIndex('change_log_by_project_id_seq')
      .on('change_log')
      .columns(['project_id', 'seq'])
      .where(sql.ref('project_id'), 'is not', null)
      .execute()
  },
}
