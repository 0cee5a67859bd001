import { deferredWrite, fixedQuery } from '../kit/fixed-query.ts'
import { unlogged } from '../kit/unlogged.ts'
import type { InstanceRow } from '../database/schema.ts'
import type { ProjectScope, Scope } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import type { Found } from '../kit/lookup.ts'
import type { Services } from '../kit/services.ts'
import { enqueue } from '../tasks/queue.ts'

/**
 * Requests once more that the machine of an instance be brought to its wanted state. Replaces a pending request, because its task may
 * have read the machine's state before the late command changed it. A failed instance stays failed; only its task
 * runs again. The task of a deleted instance destroys the machine.
 */
export async function repeatRequest(
  context: Context,
  id: string,
  { siloId }: Pick<Scope, 'siloId'>,
): Promise<void> {
  const found = await lockPowered(context, id)
  if (!found || found.row.run_state === 'failed') return enqueue(context, 'instance', id, { siloId })
  const { row } = found
  await requestPower(context, { row, scope: { projectId: row.project_id, siloId } as ProjectScope })
}

type Reader = Pick<Services, 'db' | 'engine'>

/**
 * Records a request to bring the machine to its instance's wanted state, and enqueues the task that calls the driver.
 * A later request replaces it. Reports change nothing until the driver has carried the request out.
 */
export async function requestPower(context: Context, found: Found<'instance'>): Promise<void> {
  const id = crypto.randomUUID()
  await deferredWrite(
    context,
    [requestPower, 'request'],
    () =>
      unlogged(context)
        .insertInto('power_request')
        .values({ instance_id: found.row.id, id })
        .onConflict((conflict) => conflict.column('instance_id').doUpdateSet({ id })),
    [found.row.id, id, id],
  )
  await enqueue(context, 'instance', found.row.id, found.scope)
}

/** An instance, with the id of its pending power request. */
export type Powered = { row: InstanceRow; request: string | null }

/** Reads an instance and its pending power request in one statement. */
export async function findPowered(reader: Reader, id: string): Promise<Powered | undefined> {
  const [found] = await fixedQuery(
    reader,
    [findPowered, 'powered'],
    (db) =>
      db
        .selectFrom('instance')
        .leftJoin('power_request', 'power_request.instance_id', 'instance.id')
        .selectAll('instance')
        .select('power_request.id as request')
        .where('instance.id', '=', id),
    [id],
  )
  return separate(found)
}

/**
 * The same, and locks the instance until the transaction ends. Every request is written together with its instance, so
 * it stays as it is too.
 */
export async function lockPowered(context: Context, id: string): Promise<Powered | undefined> {
  if (context.engine === 'postgres')
    await fixedQuery(
      context,
      [lockPowered, 'lock'],
      (db) => db.selectFrom('instance').select('id').where('id', '=', id).forUpdate(),
      [id],
    )
  return findPowered(context, id)
}

function separate(found: (InstanceRow & { request: string | null }) | undefined): Powered | undefined {
  if (!found) return undefined
  const { request, ...row } = found
  return { row, request }
}

/** Ends a power request that the driver has carried out or permanently refused. */
export async function endRequest(context: Reader, { row, request }: Powered): Promise<void> {
  await deferredWrite(
    context,
    [endRequest, 'end'],
    () =>
      unlogged(context)
        .deleteFrom('power_request')
        .where('instance_id', '=', row.id)
        .where('id', '=', request),
    [row.id, request],
  )
}
