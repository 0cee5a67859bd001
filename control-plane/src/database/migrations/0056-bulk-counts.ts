import { sql } from 'kysely'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * The counts of a bulk job's items by state, which nobody has to count; how far a job has listed the contents that it deletes; and an
 * index to find the jobs of a project or silo.
 */
export const bulkCounts: Migration = {
  id: 56,
  name: 'bulk-counts',
  async up(db, engine) {
    const { text, integer } = columns(engine)
    for (const column of ['waiting', 'succeeded', 'failed'])
      await db.schema
        .alterTable('bulk_job')
        .addColumn(column, integer, (added) => added.notNull().defaultTo(0))
        .execute()
    for (const column of ['time_settled', 'listing'])
      await db.schema.alterTable('bulk_job').addColumn(column, text).execute()
    for (const state of ['waiting', 'succeeded', 'failed'])
      await sql`update "bulk_job" set ${sql.ref(state)} = (select count(*) from "bulk_job_item"
        where "job_id" = "bulk_job"."id" and "state" = ${sql.lit(state)})`.execute(db)
    await sql`update "bulk_job" set "time_settled" = (select max("time_done") from "bulk_job_item"
      where "job_id" = "bulk_job"."id")`.execute(db)
    await tables(db, engine).index('bulk_job', 'target')
  },
}
