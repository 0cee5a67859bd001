import { present } from '../kit/base/present.ts'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import { bulkJob, MOVED_AT_ONCE, moveItems, setMoving } from '../kinds/bulk-job.ts'
import { refuseMore } from '../kinds/withdrawal.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { actorOfJob } from './actor-of-job.ts'
import { retryOutcomes } from './retry-outcomes.ts'

/**
 * Begins to queue the failed items of a job again. Of many items only a portion, because the server answers no other request
 * until the transaction ends; the job's task moves the others. Replaces a retry or a refusal that has not ended: a refused item is
 * queued again like any other.
 */
export async function retryItems(context: Context, job: BulkJobRow): Promise<void> {
  await setMoving(context, job.id, 'retry')
  if (job.failed > MOVED_AT_ONCE) return retryMore(context, { ...job, moved_to: null })
  const failed = await itemsOf(context, job).where('state', '=', 'failed').execute()
  await queueAgain(context, job, failed)
  await setMoving(context, job.id, null)
}

/**
 * Moves the next portion of a job's items in a transaction of its own, whether or not it is the turn of the job.
 * @returns whether it went on; otherwise no items are left to move.
 */
export async function continueMoving(services: Services, given: BulkJobRow): Promise<boolean> {
  const actor = await actorOfJob(services, given)
  const context = systemContext(services, 'bulk_job', actor)
  return inTransaction(context, async (inner) => {
    const job = await inner.db
      .selectFrom('bulk_job')
      .selectAll()
      .where('id', '=', given.id)
      .executeTakeFirstOrThrow()
    if (job.moving === null) return false
    if (job.moving === 'refuse') await refuseMore(inner, job.id)
    else if (actor) await retryMore(inner, job)
    else await setMoving(inner, job.id, null)
    bulkJob.touch(inner, { row: job, scope: fleet })
    return true
  })
}

/** Looks at the next items in the order of their ids, whatever their state, so that every portion costs the same. */
async function retryMore(context: Context, job: BulkJobRow): Promise<void> {
  const items = await itemsOf(context, job)
    .where('resource_id', '>', job.moved_to ?? '')
    .orderBy('resource_id')
    .limit(MOVED_AT_ONCE)
    .execute()
  await queueAgain(context, job, items)
  const isLast = items.length < MOVED_AT_ONCE
  await setMoving(
    context,
    job.id,
    isLast ? null : 'retry',
    isLast ? null : present(items.at(-1), 'the last item').resource_id,
  )
}

const itemsOf = ({ db }: Context, { id }: BulkJobRow) =>
  db.selectFrom('bulk_job_item').selectAll().where('job_id', '=', id)

/** Queues those items again that failed and for which another try may help. */
async function queueAgain(
  context: Context,
  job: BulkJobRow,
  items: readonly BulkJobItemRow[],
): Promise<void> {
  const again = await retryOutcomes(context, job, items)
  const hopeful = [...again].filter(([, what]) => what === 'may_help').map(([id]) => id)
  const anew = { state: 'waiting', error_code: null, message: null, time_done: null } as const
  await moveItems(context, job.id, 'failed', anew, hopeful)
}
