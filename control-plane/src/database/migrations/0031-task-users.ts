import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** The user of a task, because the users of a silo take turns. */
export const taskUsers: Migration = {
  id: 31,
  name: 'task-users',
  async up(db, engine) {
    await db.schema
      .alterTable('task')
      .addColumn('user_id', columns(engine).text, (column) => column.notNull().defaultTo(''))
      .execute()
    await tables(db, engine).index('task', 'silo_id', 'user_id', 'run_at')
  },
}
