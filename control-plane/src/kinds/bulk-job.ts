import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import { type Context, now } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { insertAllUnlogged } from '../kit/sql/insert-unlogged.ts'
import { logged } from '../kit/resources/logged.ts'
import { rawWriter } from '../database/session.ts'
import type { Reader } from '../kit/context/reader.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { deleteOldJobs } from './old-bulk-jobs.ts'

/** A bulk job, visible only to its user. `touch` announces its progress. */
export const bulkJob = logged({
  kind: 'bulk-job',
  table: 'bulk_job',
  view: (job) => ({ id: job.id, operation: job.operation, siloUserId: job.user_id }),
})

/** Returns the query for the jobs whose user has not been deleted. The others have ended, and expire. */
export const jobsOfUsers = (db: Reader) =>
  db
    .selectFrom('bulk_job')
    .where((job) =>
      job.exists(job.selectFrom('silo_user').select('id').whereRef('silo_user.id', '=', 'bulk_job.user_id')),
    )

/** Returns the query for the jobs of which parts wait, or will after a retry. */
export const unfinishedJobs = (db: Reader) =>
  jobsOfUsers(db).where((job) =>
    job.or([
      job('moving', '=', 'retry'),
      job.exists(
        job
          .selectFrom('bulk_job_item')
          .select('job_id')
          .whereRef('job_id', '=', 'bulk_job.id')
          .where('state', '=', 'waiting'),
      ),
    ]),
  )

export type NewItem = { id: string; name: string | null; diskIds?: string; position?: number }

/** Adds waiting items to a job, and counts them in it. Deletes more items of the user's old jobs than it adds. */
export async function addItems(
  context: Context,
  { id: jobId, user_id: userId }: Pick<BulkJobRow, 'id' | 'user_id'>,
  items: readonly NewItem[],
): Promise<void> {
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
  await deleteOldJobs(context, userId, rows.length + MOVED_AT_ONCE)
}

type ItemState = BulkJobItemRow['state']

/** Items that one transaction moves, because the server answers no other request until it ends. */
export const MOVED_AT_ONCE = 250

/**
 * Gives items of a job another state, and counts them in the job. Every change of a state is made here, so that the counts are right.
 * @param ids the resources of the items; those in another state than `from` stay.
 */
export async function moveItems(
  context: Context,
  jobId: string,
  from: ItemState,
  values: Pick<BulkJobItemRow, 'state' | 'error_code' | 'message' | 'time_done'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { numUpdatedRows } = await unlogged(context)
    .updateTable('bulk_job_item')
    .set(values)
    .where('job_id', '=', jobId)
    .where('state', '=', from)
    // One list: PostgreSQL would compare every item with each of several.
    .where(isOneOf(context.engine, 'resource_id', ids))
    .executeTakeFirst()
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

/**
 * Stores what moves the items of a job, and how far it has come.
 * @param movedTo the last resource that a retry has looked at; null if it has begun, and for a refusal.
 */
export const setMoving = (
  context: Context,
  jobId: string,
  moving: BulkJobRow['moving'],
  movedTo: string | null = null,
) => setJob(context, jobId).set({ moving, moved_to: movedTo }).execute()

const setJob = (context: Context, jobId: string) =>
  rawWriter(context).updateTable('bulk_job').where('id', '=', jobId)

/** Retention of a job's results; milliseconds. */
export const JOB_RETENTION_MS = 7 * 24 * 3_600_000
