import { columns } from '../columns.ts'
import type { Migration } from '../migrate.ts'

/** Why an instance that is to run does not: nobody waits for the answer of a start that follows a create or a failure. */
export const startProblem: Migration = {
  id: 12,
  name: 'start-problem',
  async up(db, engine) {
    await db.schema.alterTable('instance').addColumn('start_problem', columns(engine).text).execute()
  },
}
