import { unlogged } from '../kit/unlogged.ts'
import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import { describeError } from '../kit/describe-error.ts'
import { inTransaction, systemContext } from '../kit/transaction.ts'
import { type Context, now } from '../kit/context.ts'
import { admit } from '../kinds/admit.ts'
import type { Handlers, RequestOf } from '../kinds/handler.ts'
import { ApiError, unauthorized } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { loadActor } from '../shared/sign-in/actor.ts'
import type { Outcome } from '../tasks/worker.ts'
import { noteJob } from './handlers.ts'
import { type Operation, operations } from './operations.ts'

/** After so many the worker looks whether it is to stop, and the job is told of. */
const BATCH = 25

/**
 * Runs the operation of a job on one resource after the other, as the user who made the job and with the rights that they
 * have by then.
 * Each is done in one transaction with its result, so that a crash repeats nothing and forgets nothing; one that is refused
 * does not stop the others.
 * @param handlers the handlers of every operation.
 */
export async function carryOutJob(handlers: Handlers, services: Services, id: string): Promise<Outcome> {
  const job = await services.db.selectFrom('bulk_job').selectAll().where('id', '=', id).executeTakeFirst()
  if (!job) return
  const waiting = await services.db
    .selectFrom('bulk_job_item')
    .selectAll()
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('resource_id')
    .limit(BATCH)
    .execute()
  for (const item of waiting) await carryOut(handlers, services, job, item)
  await inTransaction(systemContext(services, 'bulk_job'), async (context) =>
    noteJob(context, job, 'updated'),
  )
  if (waiting.length === BATCH) return { again: 0 }
}

type Perform = (context: Context, input: object) => Promise<unknown>

async function carryOut(
  handlers: Handlers,
  services: Services,
  job: BulkJobRow,
  item: BulkJobItemRow,
): Promise<void> {
  const actor = await loadActor(services.db, job.user_id, null)
  const context = { ...systemContext(services, job.operation), actor }
  try {
    if (!actor) throw unauthorized()
    await inTransaction(context, async (inner) => {
      const { id, input } = await wayOf(inner, job, item)
      const perform = handlers[id] as Perform
      const asked = await input(inner, item, job)
      if (asked) await perform(inner, await admit(inner, id, asked as RequestOf<typeof id>))
      await settle(inner, item, null)
    })
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(500, 'Internal', 'Internal Server Error')
    if (known !== error)
      services.log('error', 'part of a bulk job failed', { job: job.id, error: describeError(error) })
    await inTransaction(context, (inner) => settle(inner, item, known))
  }
}

/** The operation for the kind of resource that an item is. */
async function wayOf(context: Context, job: BulkJobRow, item: BulkJobItemRow): Promise<Operation> {
  const ways = operations[job.operation as BulkOperationName]
  if (ways.length === 1) return ways[0]
  for (const way of ways) {
    const row = await context.db
      // They all have the column.
      .selectFrom(way.table as 'image')
      .select('id')
      .where('id', '=', item.resource_id)
      .executeTakeFirst()
    if (row) return way
  }
  return ways[0]
}

const settle = (context: Context, item: BulkJobItemRow, error: ApiError | null): Promise<unknown> =>
  unlogged(context)
    .updateTable('bulk_job_item')
    .set({
      state: error ? 'failed' : 'succeeded',
      error_code: error?.code ?? null,
      message: error?.message ?? null,
      time_done: now(context),
    })
    .where('job_id', '=', item.job_id)
    .where('resource_id', '=', item.resource_id)
    .execute()
