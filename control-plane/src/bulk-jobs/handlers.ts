import { present } from '../kit/base/present.ts'
import { find } from '../kit/resources/lookup.ts'
import { silo } from '../kinds/silo.ts'
import type { BulkJob, BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { z } from 'zod'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import { ownSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { capitalize, invalidRequest, notFound } from '../kit/base/errors.ts'
import { bulkJob, type NewItem } from '../kinds/bulk-job.ts'
import { credentialIdOf, setCredential } from '../kinds/withdrawal.ts'
import { handlers } from '../kinds/handler.ts'
import { enforceLimit } from '../kit/base/limit.ts'
import { takePage } from '../kit/request/pagination.ts'
import { MAX_PROBLEMS } from '../kit/request/problems.ts'
import { enqueue } from '../tasks/queue.ts'
import { retryOutcomes } from './retry-outcomes.ts'
import { disksOf } from './attached-disks.ts'
import { checkJobSize } from './job-size.ts'
import { checkJobTags } from './job-tags.ts'
import { makeJob } from './make-job.ts'
import { retryItems } from './moving.ts'
import { type Visible, visibleResources } from './names.ts'
import { operations } from './operations.ts'
import { isWholeDeletion, makeWholeDeletion, refuseSecondDeletion } from './whole-deletion.ts'
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
    return { items: rows.map(view), nextPage: null }
  },

  bulkJobCreate: async (context, { body: { operation, ids, target, tags, ...size } }) => {
    const wanted = [...new Set(ids)]
    if (wanted.length < ids.length)
      throw invalidRequest('each id may be given once only').at('ids', 'duplicate')
    checkJobSize(operation, size)
    checkJobTags(operation, tags)
    const job = await makeJob(context, async () => ({
      operation,
      size,
      tags,
      target: await targetOf(context, operation, target),
      items: await namedItems(context, operation, wanted),
    }))
    return view(job)
  },

  bulkJobView: async (context, { path }) => view(await findOwn(context, path.job)),

  bulkJobItemList: async (context, { path, query }) => {
    const job = await findOwn(context, path.job)
    const items = context.db.selectFrom('bulk_job_item').selectAll().where('job_id', '=', job.id)
    const { rows, nextPage } = await takePage(items, query, { id: 'resource_id' }, (row) => row.resource_id)
    const again = await retryOutcomes(context, job, rows)
    const ids = rows.map((row) => row.resource_id)
    // Deletions of a project or a silo have too many kinds, and little is left of them.
    const found = isWholeDeletion(job)
      ? new Map<string, Visible>()
      : await visibleResources(context, job.operation, ids)
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
    return view(await makeWholeDeletion(context, 'project', row))
  },

  siloDeleteWithContents: async (context, { path, body }) => {
    const { row } = await find(context, silo, path, 'modify')
    if (body.name !== row.name)
      throw invalidRequest(`the silo is called "${row.name}", not "${body.name}"`).at('name', 'not_allowed')
    if (row.id === actorOf(context).siloId)
      throw invalidRequest('you cannot delete your own silo with its contents').at('silo', 'not_allowed')
    return view(await makeWholeDeletion(context, 'silo', row))
  },

  bulkJobRetry: async (context, { path }) => {
    const job = await findOwn(context, path.job)
    if (isWholeDeletion(job)) await refuseSecondDeletion(context, job)
    if (job.waiting === 0) enforceLimit('bulkJobs', await countUnfinished(context.db, job.user_id))
    await retryItems(context, job)
    await setCredential(context, job.id, credentialIdOf(actorOf(context)))
    bulkJob.touch(context, { row: job, scope: ownSilo(context) })
    await enqueue(context, 'bulk-job', job.id, ownSilo(context))
    return view(await findOwn(context, job.id))
  },
})

/**
 * Returns the resources of a request as items of a job.
 * @throws ApiError 404 if one doesn't exist, or the caller can't see it.
 */
async function namedItems(context: Context, operation: BulkOperationName, ids: string[]): Promise<NewItem[]> {
  const found = await visibleResources(context, operation, ids)
  refuseUnseen(operation, ids, found)
  const along = operation === 'instance_delete_with_disks' ? await disksOf(context, ids) : null
  return ids.map((id) => ({
    id,
    name: present(found.get(id), 'the resource').name,
    ...(along && { diskIds: JSON.stringify(along.get(id) ?? []) }),
  }))
}

/** @throws ApiError 404 with a problem for each resource that doesn't exist or that the caller can't see. */
function refuseUnseen(
  operation: BulkOperationName,
  ids: string[],
  found: ReadonlyMap<string, unknown>,
): void {
  const unseen = ids.filter((id) => !found.has(id))
  if (unseen.length === 0) return
  const kind = operations[operation][0].table.replaceAll('_', '-')
  const error = notFound(kind, { id: present(unseen[0], 'the ID') })
  for (const id of unseen.slice(0, MAX_PROBLEMS))
    error.at(`ids[${ids.indexOf(id)}]`, 'not_found', capitalize(notFound(kind, { id }).message))
  throw error
}

const ownJobs = (context: Context) =>
  context.db.selectFrom('bulk_job').selectAll().where('user_id', '=', actorOf(context).userId)

/** @throws ApiError 404, also for another user's job. */
async function findOwn(context: Context, id: string): Promise<BulkJobRow> {
  const row = await ownJobs(context).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('bulk-job', { id })
  return row
}

const view = ({ waiting, succeeded, failed, ...job }: BulkJobRow): z.input<typeof BulkJob> => ({
  id: job.id,
  operation: job.operation,
  ncpus: job.ncpus,
  memory: job.memory,
  total: waiting + succeeded + failed,
  waiting,
  succeeded,
  failed,
  timeCreated: job.time_created,
  timeCompleted: waiting === 0 && job.moving === null ? (job.time_settled ?? job.time_created) : null,
})

const itemView = (row: BulkJobItemRow) => ({
  id: row.resource_id,
  name: row.name,
  state: row.state,
  errorCode: row.error_code,
  message: row.message,
})
