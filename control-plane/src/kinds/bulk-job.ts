import type { Context } from '../kit/context.ts'
import { logged } from '../kit/logged.ts'
import { rawWriter } from '../kit/raw-writer.ts'
import type { Reader } from '../kit/reader.ts'

/** A bulk job, visible only to its user. `touch` announces its progress. */
export const bulkJob = logged({
  kind: 'bulk-job',
  table: 'bulk_job',
  view: (job) => ({ id: job.id, operation: job.operation, siloUserId: job.user_id }),
})

/** Returns the query for the jobs of which parts wait. */
export const unfinishedJobs = (db: Reader) =>
  db
    .selectFrom('bulk_job')
    .where((job) =>
      job.exists(
        job
          .selectFrom('bulk_job_item')
          .select('job_id')
          .whereRef('job_id', '=', 'bulk_job.id')
          .where('state', '=', 'waiting'),
      ),
    )

/** Retention of a job's results; milliseconds. */
export const JOB_RETENTION_MS = 7 * 24 * 3_600_000

/** Deletes a user's jobs from before a time. Jobs expire, so the change log omits it. */
export const deleteOldJobs = (context: Context, userId: string, before: string): Promise<unknown> =>
  rawWriter(context)
    .deleteFrom('bulk_job')
    .where('user_id', '=', userId)
    .where('time_created', '<', before)
    .execute()
