import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Finds the unfinished jobs of a user, which run one after the other. */
export const bulkTurns: Migration = {
  id: 24,
  name: 'bulk-turns',
  async up(db, engine) {
    await tables(db, engine).index('bulk_job_item', 'job_id', 'state')
  },
}
