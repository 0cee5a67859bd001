import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Finds the instances that wait for a start among all others, which the server looks for every 30 seconds. */
export const startProblemIndex: Migration = {
  id: 26,
  name: 'start-problem-index',
  async up(db) {
    await db.schema
      .createIndex('instance_by_start_problem')
      .on('instance')
      .columns(['id'])
      .where(sql.ref('start_problem'), 'is not', null)
      .execute()
  },
}
