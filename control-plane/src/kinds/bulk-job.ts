import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { BulkJobItemRow, BulkJobRow, Database } from '../database/schema.ts'
import { type Context, now } from '../kit/context.ts'
import { insertAllUnlogged } from '../kit/insert-unlogged.ts'
import { logged } from '../kit/logged.ts'
import { rawWriter } from '../kit/raw-writer.ts'
import type { Reader } from '../kit/reader.ts'
import { unlogged } from '../kit/unlogged.ts'

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

export type NewItem = { id: string; name: string | null; diskIds?: string; position?: number }

/** Adds waiting items to a job, and counts them in it. */
export async function addItems(context: Context, jobId: string, items: readonly NewItem[]): Promise<void> {
  const rows = items.map(({ id, name, diskIds = null, position = 0 }) => ({
    job_id: jobId,
    resource_id: id,
    name,
    state: 'waiting' as const,
    error_code: null,
    message: null,
    time_done: null,
    disk_ids: diskIds,
    position,
  }))
  await insertAllUnlogged(context, 'bulk_job_item', rows)
  await setJob(context, jobId)
    .set((job) => ({ waiting: job('waiting', '+', rows.length) }))
    .execute()
}

type ItemState = BulkJobItemRow['state']
type ItemUpdate = UpdateQueryBuilder<Database, 'bulk_job_item', 'bulk_job_item', UpdateResult>

/**
 * Gives items of a job another state, and counts them in the job. Every change of a state is made here, so that the counts are right.
 * @param narrow chooses some of the items in the state `from`.
 */
export async function moveItems(
  context: Context,
  jobId: string,
  from: ItemState,
  values: Pick<BulkJobItemRow, 'state' | 'error_code' | 'message' | 'time_done'>,
  narrow: (items: ItemUpdate) => ItemUpdate = (items) => items,
): Promise<void> {
  const items = unlogged(context)
    .updateTable('bulk_job_item')
    .set(values)
    .where('job_id', '=', jobId)
    .where('state', '=', from)
  const { numUpdatedRows } = await narrow(items).executeTakeFirst()
  const count = Number(numUpdatedRows)
  if (count === 0) return
  await setJob(context, jobId)
    .set((job) => ({
      [from]: job(from, '-', count),
      [values.state]: job(values.state, '+', count),
      ...(values.state !== 'waiting' && { time_settled: now(context) }),
    }))
    .execute()
}

/** Stores how far a job has listed the contents that it deletes. */
export const setListing = (context: Context, jobId: string, listing: BulkJobRow['listing']) =>
  setJob(context, jobId).set({ listing }).execute()

const setJob = (context: Context, jobId: string) =>
  rawWriter(context).updateTable('bulk_job').where('id', '=', jobId)

/** Retention of a job's results; milliseconds. */
export const JOB_RETENTION_MS = 7 * 24 * 3_600_000

/** Deletes a user's jobs from before a time. Jobs expire, so the change log omits it. */
export const deleteOldJobs = (context: Context, userId: string, before: string): Promise<unknown> =>
  rawWriter(context)
    .deleteFrom('bulk_job')
    .where('user_id', '=', userId)
    .where('time_created', '<', before)
    .execute()
