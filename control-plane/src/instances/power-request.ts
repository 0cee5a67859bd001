import { sql } from 'kysely'
import { deferredWrite, fixedQuery } from '../kit/sql/fixed-query.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import type { InstanceRow } from '../database/schema.ts'
import type { ProjectScope, Scope } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
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
  await requestPower(context, { row, scope: { projectId: row.project_id, siloId } })
}

type Reader = Pick<Services, 'db' | 'engine'>

/**
 * Records a request to bring the machine to its instance's wanted state, and enqueues the task that calls the driver.
 * A later request replaces it and has a larger number. Reports change nothing until the driver has carried the request out.
 */
export async function requestPower(
  context: Context,
  found: { row: InstanceRow; scope: Scope },
): Promise<void> {
  const id = crypto.randomUUID()
  await deferredWrite(
    context,
    'power_request',
    [requestPower, 'request'],
    () =>
      unlogged(context)
        .insertInto('power_request')
        .values({ instance_id: found.row.id, id, number: sql`1`, has_ended: sql`0` })
        .onConflict((conflict) =>
          conflict
            .column('instance_id')
            .doUpdateSet({ id, number: sql`power_request.number + 1`, has_ended: sql`0` }),
        ),
    [found.row.id, id, id],
  )
  await enqueue(context, 'instance', found.row.id, found.scope)
}

/** An instance, with the id of its pending power request, and the number of its latest one. */
export type Powered = { row: InstanceRow; request: string | null; number: number }

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
        .select(
          sql<string | null>`case when power_request.has_ended = 0 then power_request.id end`.as('request'),
        )
        .select('power_request.number')
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

function separate(
  found: (InstanceRow & { request: string | null; number: number | null }) | undefined,
): Powered | undefined {
  if (!found) return undefined
  const { request, number, ...row } = found
  return { row, request, number: number ?? 0 }
}

/**
 * Ends a power request that the driver has carried out or permanently refused. The caller has locked the instance, so that it is
 * still the latest one.
 */
export async function endRequest(context: Reader, instanceId: string): Promise<void> {
  await deferredWrite(
    context,
    'power_request',
    [endRequest, 'end'],
    () =>
      unlogged(context)
        .updateTable('power_request')
        .set({ has_ended: sql`1` })
        .where('instance_id', '=', instanceId),
    [instanceId],
  )
}

/**
 * Repeats a request that the driver has refused because it remembers a larger number, as after the database was restored from a
 * backup. Does nothing if a later request has replaced it.
 * @param latest the number that the driver remembers.
 */
export async function requestBeyond(
  context: Context,
  { row, request }: Powered,
  latest: number,
  scope: ProjectScope,
): Promise<void> {
  const found = await lockPowered(context, row.id)
  if (found?.request !== request) return
  await unlogged(context)
    .updateTable('power_request')
    .set({ number: latest })
    .where('instance_id', '=', row.id)
    .execute()
  await requestPower(context, { row: found.row, scope })
}
