import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Why an instance that should run does not. No caller waits for a start that follows a create or a failure. */
export const startProblem: Migration = {
  id: 12,
  name: 'start-problem',
  async up(db, engine) {
    await db.schema.alterTable('instance').addColumn('start_problem', columns(engine).text).execute()
  },
}
