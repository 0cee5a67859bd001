import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Bulk jobs, and the result of each item. */
export const bulkJobs: Migration = {
  id: 11,
  name: 'bulk-jobs',
  async up(db, engine) {
    const t = tables(db, engine)
    const job = t.belongsTo(t.withId('bulk_job'), 'user_id', 'silo_user', 'cascade')
    await t.required(job, ['operation', 'time_created']).execute()
    await t.index('bulk_job', 'user_id', 'time_created', 'id')
    const item = t.belongsTo(t.create('bulk_job_item'), 'job_id', 'bulk_job', 'cascade')
    await t
      .optional(t.required(item, ['resource_id', 'state']), ['name', 'error_code', 'message', 'time_done'])
      .addPrimaryKeyConstraint('bulk_job_item_key', ['job_id', 'resource_id'])
      .execute()
  },
}
