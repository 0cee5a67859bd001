import { present } from '../kit/base/present.ts'
import type { BulkJobRow } from '../database/schema.ts'
import { bulkJob, unfinishedJobs } from '../kinds/bulk-job.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { conflict } from '../kit/base/errors.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { AFTER_CONTENTS, listMore, startOfListing } from './listing.ts'
import { makeJob } from './make-job.ts'

/** Whether a job deletes a project or a silo with its contents, of whatever kind they are. */
export const isWholeDeletion = ({ operation }: Pick<BulkJobRow, 'operation'>): boolean =>
  operation.endsWith('_delete_with_contents')

/**
 * Creates the job that deletes a project or a silo and its current contents. Lists the first of them; the job's task lists the others.
 * @throws ApiError 409 if another job is deleting it.
 */
export async function makeWholeDeletion(
  context: Context,
  kind: 'project' | 'silo',
  { id, name }: { id: string; name: string },
): Promise<BulkJobRow> {
  const operation = `${kind}_delete_with_contents` as const
  await refuseSecondDeletion(context, { operation, target: id })
  const listing = startOfListing({ operation, target: id })
  const own = { id, name, position: AFTER_CONTENTS[kind] }
  const job = await makeJob(context, async () => ({ operation, target: id, items: [own] }))
  await listMore(context, job, listing)
  return currentRow(context, job.id)
}

/**
 * Refuses a second job that deletes the same project or silo: the two would take turns at every resource in it.
 * @throws ApiError 409 if such a job is unfinished.
 */
export async function refuseSecondDeletion(
  { db }: Context,
  { id, operation, target }: Pick<BulkJobRow, 'operation' | 'target'> & { id?: string },
): Promise<void> {
  const other = await unfinishedJobs(db)
    .select('id')
    .where('operation', '=', operation)
    .where('target', '=', target)
    .where('id', '!=', id ?? '')
    .executeTakeFirst()
  const kind = operation === 'silo_delete_with_contents' ? 'silo' : 'project'
  if (other)
    throw conflict(`another bulk job is deleting the ${kind} with its contents; wait until it is done`)
}

/**
 * Lists the next contents of a job in a transaction of its own. A job whose parts were refused, such as with a withdrawn credential,
 * lists no more until a retry.
 * @returns whether it went on; otherwise all is listed or refused.
 */
export const continueListing = (services: Services, { id }: BulkJobRow): Promise<boolean> =>
  inTransaction(systemContext(services, 'bulk_job'), async (context) => {
    const job = await currentRow(context, id)
    if (job.listing === null || !(await isTargetWaiting(context, job))) return false
    await listMore(context, job, job.listing)
    bulkJob.touch(context, { row: job, scope: fleet })
    return true
  })

/** The item of the project or silo itself waits for all others. */
async function isTargetWaiting({ db }: Context, { id, target }: BulkJobRow): Promise<boolean> {
  const item = await db
    .selectFrom('bulk_job_item')
    .select('state')
    .where('job_id', '=', id)
    .where('resource_id', '=', present(target, 'the target of the job'))
    .executeTakeFirst()
  return item?.state === 'waiting'
}

const currentRow = ({ db }: Context, id: string): Promise<BulkJobRow> =>
  db.selectFrom('bulk_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
