import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { BulkJobRow } from '../database/schema.ts'
import { addItems, bulkJob, type NewItem } from '../kinds/bulk-job.ts'
import { credentialIdOf } from '../kinds/withdrawal.ts'
import { ownSilo } from '../kit/authorization.ts'
import { actorOf, type Context, now } from '../kit/context.ts'
import { enforceLimit } from '../kit/limit.ts'
import { enqueue } from '../tasks/queue.ts'
import type { JobSize } from './job-size.ts'
import { countUnfinished, nextPlace } from './turns.ts'

export type NewJob = { operation: BulkOperationName; target: string | null; size?: JobSize }

/**
 * Creates a job of the caller and enqueues it.
 * @throws ApiError 429 if too many of the caller's jobs are unfinished.
 */
export async function makeJob(
  context: Context,
  { operation, target, size }: NewJob,
  items: readonly NewItem[],
): Promise<BulkJobRow> {
  const actor = actorOf(context)
  const { userId } = actor
  enforceLimit('bulkJobs', await countUnfinished(context.db, userId))
  const job = {
    id: crypto.randomUUID(),
    user_id: userId,
    operation,
    time_created: now(context),
    place: await nextPlace(context.db, userId),
    target,
    ncpus: size?.ncpus ?? null,
    memory: size?.memory ?? null,
    credential_id: credentialIdOf(actor),
    waiting: 0,
    succeeded: 0,
    failed: 0,
    time_settled: null,
    listing: null,
    moving: null,
    moved_to: null,
  }
  await bulkJob.create(context, ownSilo(context), job)
  await addItems(context, job, items)
  await enqueue(context, 'bulk-job', job.id, ownSilo(context))
  return { ...job, waiting: items.length }
}
