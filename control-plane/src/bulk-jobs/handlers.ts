import { find } from '../kit/lookup.ts'
import { silo } from '../kinds/silo.ts'
import { unlogged } from '../kit/unlogged.ts'
import type { BulkJob, BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { z } from 'zod'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import { ownSilo } from '../kit/authorization.ts'
import { isOneOf } from '../kit/fixed-query.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { capitalize, invalidRequest, notFound } from '../kit/errors.ts'
import { bulkJob } from '../kinds/bulk-job.ts'
import { credentialIdOf, setCredential } from '../kinds/withdrawal.ts'
import { handlers } from '../kinds/handler.ts'
import { enforceLimit } from '../kit/limit.ts'
import { takePage } from '../kit/pagination.ts'
import { MAX_PROBLEMS } from '../kit/problems.ts'
import { enqueue } from '../tasks/queue.ts'
import { retryOutcomes } from './retry-outcomes.ts'
import { disksOf } from './attached-disks.ts'
import { checkJobSize } from './job-size.ts'
import { makeJob } from './make-job.ts'
import { type Visible, visibleResources } from './names.ts'
import { operations } from './operations.ts'
import { makeProjectDeletion, makeSiloDeletion } from './project-deletion.ts'
import { targetOf } from './target.ts'
import { countUnfinished } from './turns.ts'

const MAX_LISTED = 100

export const bulkJobHandlers = handlers({
  bulkJobList: async (context) => {
    const rows = await ownJobs(context)
      .orderBy('place', 'desc')
      .orderBy('time_created', 'desc')
      .orderBy('id')
      .limit(MAX_LISTED)
      .execute()
    return { items: await Promise.all(rows.map((row) => view(context, row))), nextPage: null }
  },

  bulkJobCreate: async (context, { body: { operation, ids, target, ...size } }) => {
    const wanted = [...new Set(ids)]
    if (wanted.length < ids.length)
      throw invalidRequest('each id may be given once only').at('ids', 'duplicate')
    checkJobSize(operation, size)
    const job = { operation, size, target: await targetOf(context, operation, target) }
    const found = await visibleResources(context, operation, wanted)
    refuseUnseen(operation, wanted, found)
    const along = operation === 'instance_delete_with_disks' ? await disksOf(context, wanted) : null
    const items = wanted.map((id) => ({
      id,
      name: found.get(id)!.name,
      ...(along && { diskIds: JSON.stringify(along.get(id) ?? []) }),
    }))
    return view(context, await makeJob(context, job, items))
  },

  bulkJobView: async (context, { path }) => view(context, await findOwn(context, path.job)),

  bulkJobItemList: async (context, { path, query }) => {
    const job = await findOwn(context, path.job)
    const items = context.db.selectFrom('bulk_job_item').selectAll().where('job_id', '=', job.id)
    const { rows, nextPage } = await takePage(items, query, { id: 'resource_id' }, (row) => row.resource_id)
    const again = await retryOutcomes(context, job, rows)
    const ids = rows.map((row) => row.resource_id)
    // Deletions of a project or a silo have too many kinds, and little is left of them.
    const found = isWholeDeletion(job)
      ? new Map<string, Visible>()
      : await visibleResources(context, job.operation as BulkOperationName, ids)
    return {
      items: rows.map((row) => ({
        ...itemView(row),
        again: again.get(row.resource_id) ?? null,
        resource: found.get(row.resource_id) ?? null,
      })),
      nextPage,
    }
  },

  projectDeleteWithContents: async (context, { found: { row }, body }) => {
    if (body.name !== row.name)
      throw invalidRequest(`the project is called "${row.name}", not "${body.name}"`).at(
        'name',
        'not_allowed',
      )
    return view(context, await makeProjectDeletion(context, row))
  },

  siloDeleteWithContents: async (context, { path, body }) => {
    const { row } = await find(context, silo, path, 'modify')
    if (body.name !== row.name)
      throw invalidRequest(`the silo is called "${row.name}", not "${body.name}"`).at('name', 'not_allowed')
    if (row.id === actorOf(context).siloId)
      throw invalidRequest('you cannot delete your own silo with its contents').at('silo', 'not_allowed')
    return view(context, await makeSiloDeletion(context, row))
  },

  bulkJobRetry: async (context, { path }) => {
    const job = await findOwn(context, path.job)
    const failed = await context.db
      .selectFrom('bulk_job_item')
      .selectAll()
      .where('job_id', '=', job.id)
      .where('state', '=', 'failed')
      .execute()
    const waiting = (await view(context, job)).waiting
    if (waiting === 0) enforceLimit('bulkJobs', await countUnfinished(context.db, job.user_id))
    const again = await retryOutcomes(context, job, failed)
    const hopeful = [...again].filter(([, what]) => what === 'may_help').map(([id]) => id)
    // One list: PostgreSQL would compare every item with each of several.
    await unlogged(context)
      .updateTable('bulk_job_item')
      .set({ state: 'waiting', error_code: null, message: null, time_done: null })
      .where('job_id', '=', job.id)
      .where('state', '=', 'failed')
      .where(isOneOf(context.engine, 'resource_id', hopeful))
      .execute()
    await setCredential(context, job.id, credentialIdOf(actorOf(context)))
    bulkJob.touch(context, { row: job, scope: ownSilo(context) })
    await enqueue(context, 'bulk-job', job.id, ownSilo(context))
    return view(context, job)
  },
})

/** @throws ApiError 404 with a problem for each resource that doesn't exist or that the caller can't see. */
function refuseUnseen(
  operation: BulkOperationName,
  ids: string[],
  found: ReadonlyMap<string, unknown>,
): void {
  const unseen = ids.filter((id) => !found.has(id))
  if (unseen.length === 0) return
  const kind = operations[operation][0].table.replaceAll('_', '-')
  const error = notFound(kind, { id: unseen[0]! })
  for (const id of unseen.slice(0, MAX_PROBLEMS))
    error.at(`ids[${ids.indexOf(id)}]`, 'not_found', capitalize(notFound(kind, { id }).message))
  throw error
}

const isWholeDeletion = ({ operation }: BulkJobRow): boolean => operation.endsWith('_delete_with_contents')

const ownJobs = (context: Context) =>
  context.db.selectFrom('bulk_job').selectAll().where('user_id', '=', actorOf(context).userId)

/** @throws ApiError 404, also for another user's job. */
async function findOwn(context: Context, id: string): Promise<BulkJobRow> {
  const row = await ownJobs(context).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('bulk-job', { id })
  return row
}

async function view(context: Context, job: BulkJobRow): Promise<z.input<typeof BulkJob>> {
  const rows = await context.db
    .selectFrom('bulk_job_item')
    .select([
      'state',
      (select) => select.fn.countAll().as('count'),
      (select) => select.fn.max('time_done').as('last'),
    ])
    .where('job_id', '=', job.id)
    .groupBy('state')
    .execute()
  const count = (state: BulkJobItemRow['state']) =>
    Number(rows.find((row) => row.state === state)?.count ?? 0)
  const [waiting, succeeded, failed] = [count('waiting'), count('succeeded'), count('failed')]
  const last = rows
    .map((row) => row.last)
    .filter((time) => time !== null)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .at(-1)
  return {
    id: job.id,
    operation: job.operation as BulkOperationName,
    ncpus: job.ncpus,
    memory: job.memory,
    total: waiting + succeeded + failed,
    waiting,
    succeeded,
    failed,
    timeCreated: job.time_created,
    timeCompleted: waiting === 0 ? (last ?? job.time_created) : null,
  }
}

const itemView = (row: BulkJobItemRow) => ({
  id: row.resource_id,
  name: row.name,
  state: row.state,
  errorCode: row.error_code,
  message: row.message,
})
