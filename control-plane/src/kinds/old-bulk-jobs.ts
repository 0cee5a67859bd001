import { LIMITS } from '@granary/domain/limits.ts'
import { sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'

/** Finished jobs that are looked at in one transaction. */
const MAX_JOBS = 20

/**
 * Deletes finished jobs of a user that are older than the newest ones, with their items, as far as there is room. They go without an
 * entry in the change log, like expired ones; those with more items go with the next jobs.
 * @param room the number of items to delete at most.
 */
export async function deleteOldJobs(context: Context, userId: string, room: number): Promise<void> {
  const jobs = context.db.selectFrom('bulk_job').where('user_id', '=', userId)
  const newestOld = await jobs
    .select(['time_created', 'id'])
    .orderBy('time_created', 'desc')
    .orderBy('id', 'desc')
    .offset(LIMITS.endedBulkJobs.max)
    .limit(1)
    .executeTakeFirst()
  if (!newestOld) return
  const old = await jobs
    .select('id')
    .where(sql<boolean>`(time_created, id) <= (${newestOld.time_created}, ${newestOld.id})`)
    .where('waiting', '=', 0)
    .where('listing', 'is', null)
    .where('moving', 'is', null)
    .orderBy('time_created')
    .orderBy('id')
    .limit(MAX_JOBS)
    .execute()
  let left = room
  for (const { id } of old) {
    left -= await deleteItems(context, id, left)
    if (left <= 0) return
    await rawWriter(context).deleteFrom('bulk_job').where('id', '=', id).execute()
  }
}

/** Deletes items of a job. @returns how many. */
async function deleteItems(context: Context, jobId: string, limit: number): Promise<number> {
  const some = context.db
    .selectFrom('bulk_job_item')
    .select('resource_id')
    .where('job_id', '=', jobId)
    .limit(limit)
  const { numDeletedRows } = await rawWriter(context)
    .deleteFrom('bulk_job_item')
    .where('job_id', '=', jobId)
    .where('resource_id', 'in', some)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
