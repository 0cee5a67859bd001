import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { TagChange } from '@granary/domain/tags.ts'
import type { BulkJobRow } from '../database/schema.ts'
import { addItems, bulkJob, type NewItem } from '../kinds/bulk-job.ts'
import { credentialIdOf } from '../kinds/withdrawal.ts'
import { ownSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { enforceLimit } from '../kit/base/limit.ts'
import { enqueue } from '../tasks/queue.ts'
import type { JobSize } from './job-size.ts'
import { countUnfinished, nextPlace } from './turns.ts'

/** What a request asks for, and the resources that it names. */
export type NewJob = {
  operation: BulkOperationName
  target: string | null
  size?: JobSize
  tags?: TagChange | undefined
  items: readonly NewItem[]
}

/**
 * Creates a job of the caller and enqueues it.
 * @param prepare finds what the request names. It may read 1,000 resources, which a caller with too many jobs can't request again and again.
 * @throws ApiError 429 if too many of the caller's jobs are unfinished.
 */
export async function makeJob(context: Context, prepare: () => Promise<NewJob>): Promise<BulkJobRow> {
  const actor = actorOf(context)
  const { userId } = actor
  enforceLimit('bulkJobs', await countUnfinished(context.db, userId))
  const { operation, target, size, tags, items } = await prepare()
  const job = {
    id: crypto.randomUUID(),
    user_id: userId,
    operation,
    time_created: now(context),
    place: await nextPlace(context.db, userId),
    target,
    ncpus: size?.ncpus ?? null,
    memory: size?.memory ?? null,
    tags: tags ? JSON.stringify(tags) : null,
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
