import { anyTable } from '../kit/sql/any-table.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { sql } from 'kysely'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import { mayPass } from '../database/violations.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { describeError } from '../kit/base/describe-error.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { type Context, now } from '../kit/context/context.ts'
import { admit } from '../kinds/admit.ts'
import { bulkJob, jobsOfUsers, moveItems } from '../kinds/bulk-job.ts'
import type { Handlers, RequestOf } from '../kinds/handler.ts'
import { shortOfSpace } from '../kit/request/disk-space.ts'
import { ApiError, unauthorized } from '../kit/base/errors.ts'
import type { Services } from '../kit/context/services.ts'
import { requireSecondFactor } from '../access/authenticate.ts'
import { actorOfJob } from './actor-of-job.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { type Operation, DEFERRED } from './operation.ts'
import { noteItem } from './note-item.ts'
import { operations } from './operations.ts'
import { continueMoving } from './moving.ts'
import { currentJob } from './turns.ts'
import { continueListing } from './whole-deletion.ts'

/** Items between two checks for a stop and two progress events. */
const BATCH = 25
/** Delay before deferred items are checked again, in milliseconds. */
const DEFERRED_RETRY_MS = 1_000

/**
 * Runs a job's operation on one resource after the other, as the user who created the job and with their current
 * rights. Each item and its result share a transaction, so a crash repeats nothing and loses nothing. A refused item
 * does not stop the others. A user's jobs run one after the other.
 * @param handlers the handlers of every operation.
 */
export async function runJob(handlers: Handlers, services: Services, id: string): Promise<Outcome> {
  const job = await jobsOfUsers(services.db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!job) return
  if (job.moving !== null && (await continueMoving(services, job))) return { again: 0 }
  if (job.listing !== null && (await continueListing(services, job))) return { again: 0 }
  const current = await currentJob(services.db, job.user_id)
  if (current !== id) return leave(services, job, current)
  const waiting = await services.db
    .selectFrom('bulk_job_item')
    .selectAll()
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    // Deferred items go to the end of the queue.
    .orderBy(sql`coalesce(time_done, '')`)
    .orderBy('resource_id')
    .limit(BATCH)
    .execute()
  // The next position begins when no item waits at this one.
  const batch = waiting.filter(({ position }) => position === waiting[0]?.position)
  let settled = 0
  for (const item of batch) {
    if (await carryOut(handlers, services, job, item)) settled += 1
    await eventLoopTurn()
  }
  if (settled > 0)
    await inTransaction(systemContext(services, 'bulk_job'), async (context) =>
      bulkJob.touch(context, { row: job, scope: fleet }),
    )
  const next = await currentJob(services.db, job.user_id)
  if (next !== id) return next === undefined ? undefined : enqueueNext(services, job, next)
  const isStuck = settled === 0 && batch.every(({ time_done }) => time_done !== null)
  return { again: isStuck ? DEFERRED_RETRY_MS : 0 }
}

/**
 * Leaves a job whose turn it isn't: the current job enqueues it when it is done. If nothing waits in it, its parts were refused
 * by `refuseJobs`, and the next job must begin.
 */
async function leave(services: Services, job: BulkJobRow, current: string | undefined): Promise<void> {
  const waiting = await services.db
    .selectFrom('bulk_job_item')
    .select('resource_id')
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) return
  await inTransaction(systemContext(services, 'bulk_job'), async (context) =>
    bulkJob.touch(context, { row: job, scope: fleet }),
  )
  if (current !== undefined) await enqueueNext(services, job, current)
}

/** A user stays in one silo, so the next job has its turns there too. */
const enqueueNext = (services: Services, job: BulkJobRow, next: string): Promise<void> =>
  inTransaction(systemContext(services, 'bulk_job'), async (context) => {
    const user = await context.db
      .selectFrom('silo_user')
      .select('silo_id')
      .where('id', '=', job.user_id)
      .executeTakeFirst()
    if (user) await enqueue(context, 'bulk-job', next, { siloId: user.silo_id })
  })

type Perform = (context: Context, input: object) => Promise<unknown>

/** Processes one item. @returns whether it is settled; otherwise it was deferred. @throws errors that may pass. */
async function carryOut(
  handlers: Handlers,
  services: Services,
  job: BulkJobRow,
  item: BulkJobItemRow,
): Promise<boolean> {
  const actor = await actorOfJob(services, job)
  const context = systemContext(services, job.operation, actor)
  const isShortOfSpace = await services.isShortOfSpace?.()
  let tried: OperationId | null = null
  try {
    if (!actor) throw unauthorized()
    const isSettled = await inTransaction(context, async (inner) => {
      if (!(await stillWaits(inner, item))) return true
      const { id, input } = await wayOf(inner, job, item)
      const asked = await input(inner, item, job)
      if (asked === DEFERRED) return deferItem(inner, item)
      if (asked) {
        const step = asked.before ?? id
        tried = step
        requireSecondFactor(actor, step)
        if (isShortOfSpace && contract[step].needsSpace) throw shortOfSpace()
        inner.goesOn = !contract[step].needsSpace
        await (handlers[step] as Perform)(inner, await admit(inner, step, asked as RequestOf<typeof step>))
        if (asked.before) return deferItem(inner, item)
      }
      await settle(inner, item, null)
      return true
    })
    if (tried) noteItem(context, job, tried, null)
    return isSettled
  } catch (error) {
    // The task runs again, and the item still waits.
    if (mayPass(error)) throw error
    const known = error instanceof ApiError ? error : new ApiError(500, 'Internal', 'Internal Server Error')
    if (known !== error)
      services.log('error', 'part of a bulk job failed', { job: job.id, error: describeError(error) })
    noteItem(context, job, tried, known)
    await inTransaction(context, async (inner) => {
      if (await stillWaits(inner, item)) await settle(inner, item, known)
    })
    return true
  }
}

/** Whether a part still waits: withdrawn credentials refuse the parts of a job, also those of the current batch. */
async function stillWaits({ db }: Context, { job_id, resource_id }: BulkJobItemRow): Promise<boolean> {
  const item = await db
    .selectFrom('bulk_job_item')
    .innerJoin('bulk_job', 'bulk_job.id', 'bulk_job_item.job_id')
    .select(['state', 'moving'])
    .where('job_id', '=', job_id)
    .where('resource_id', '=', resource_id)
    .executeTakeFirst()
  return item?.state === 'waiting' && item.moving !== 'refuse'
}

/** Moves an item to the end of the queue. @returns false, because it is not settled. */
async function deferItem(context: Context, item: BulkJobItemRow): Promise<false> {
  await unlogged(context)
    .updateTable('bulk_job_item')
    .set({ time_done: now(context) })
    .where('job_id', '=', item.job_id)
    .where('resource_id', '=', item.resource_id)
    .execute()
  return false
}

/** Returns the operation for the kind of an item's resource. */
async function wayOf(context: Context, job: BulkJobRow, item: BulkJobItemRow): Promise<Operation> {
  const ways = operations[job.operation]
  if (ways.length === 1) return ways[0]
  for (const way of ways) {
    const row = await anyTable(context.db, way.table)
      .selectFrom(way.table)
      .select('id')
      .where('id', '=', item.resource_id)
      .executeTakeFirst()
    if (row) return way
  }
  return ways[0]
}

const settle = (context: Context, item: BulkJobItemRow, error: ApiError | null): Promise<unknown> =>
  moveItems(
    context,
    item.job_id,
    'waiting',
    {
      state: error ? 'failed' : 'succeeded',
      error_code: error?.code ?? null,
      message: error?.message ?? null,
      time_done: now(context),
    },
    [item.resource_id],
  )
