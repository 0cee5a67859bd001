import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'
import { sql } from 'kysely'

/** The silo of a task, because silos take turns. The use of the fleet is no longer counted in a row of its own. */
export const taskTurns: Migration = {
  id: 20,
  name: 'task-turns',
  async up(db, engine) {
    await db.schema
      .alterTable('task')
      .addColumn('silo_id', columns(engine).text, (column) => column.notNull().defaultTo(''))
      .execute()
    await tables(db, engine).index('task', 'silo_id', 'run_at')
    await sql`delete from provisioned where scope_id = 'fleet'`.execute(db)
  },
}
