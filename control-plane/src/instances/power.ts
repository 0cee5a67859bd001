import type { InstanceRow } from '../database/schema.ts'
import { type Context, now } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { type AmountFields, charge, count, transferUsage, release } from '../kinds/charge.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'
import { chooseSled } from '../shared/placement/place.ts'
import { requestPower } from './power-request.ts'
import { instance } from '../kinds/instance.ts'

type FoundInstance = Found<'instance'>

/**
 * Starts an instance: reserves a place and quota at once, so that the caller sees a refusal; the driver does the rest.
 * An instance that runs but was last requested to stop is started like one that is down. One that is still being created
 * starts once it is.
 * @throws ApiError 409 in states that cannot start, 507 without room or quota.
 */
export async function startInstance(context: Context, found: FoundInstance): Promise<InstanceRow> {
  const isNew = found.row.run_state === 'creating'
  const outcome = outcomeOf('start', found.row.run_state)
  if ((outcome === 'no-op' || isNew) && found.row.wanted_state === 'running') return found.row
  const place = await reservePlace(context, found)
  const row = await instance.update(context, found, {
    ...place,
    ...(!isNew && { run_state: 'starting', time_run_state_updated: now(context) }),
    start_problem: null,
    note: null,
    wanted_state: 'running',
  })
  await requestPower(context, found)
  return row
}

/** An explicit stop clears the start problem. */
const STOPPED = { wanted_state: 'stopped', start_problem: null, note: null } as const

/**
 * Stops an instance. A failed one becomes stopped, which also ends its restarts. One that is still being created has no
 * machine to stop: it gives its place back and does not start.
 */
export async function stopInstance(context: Context, found: FoundInstance): Promise<InstanceRow> {
  const isNew = found.row.run_state === 'creating'
  const outcome = outcomeOf('stop', found.row.run_state)
  if ((outcome === 'no-op' || isNew) && found.row.wanted_state === 'stopped')
    return found.row.start_problem === null ? found.row : instance.update(context, found, STOPPED)
  if (isNew) return stopBeforeStart(context, found)
  const state = found.row.run_state === 'failed' ? 'stopped' : 'stopping'
  const row = await instance.update(context, found, {
    ...STOPPED,
    run_state: state,
    time_run_state_updated: now(context),
  })
  await requestPower(context, found)
  return row
}

async function stopBeforeStart(context: Context, found: FoundInstance): Promise<InstanceRow> {
  const row = await instance.update(context, found, { ...STOPPED, ...(await releasePlace(context, found)) })
  await requestPower(context, found)
  return row
}

/** @throws ApiError 400 for an instance that is not up. */
export async function rebootInstance(context: Context, found: FoundInstance): Promise<InstanceRow> {
  if (outcomeOf('reboot', found.row.run_state) === 'no-op') return found.row
  const row = await instance.update(context, found, {
    wanted_state: 'running',
    run_state: 'rebooting',
    note: null,
    time_run_state_updated: now(context),
    reboots_wanted: found.row.reboots_wanted + 1,
  })
  await requestPower(context, found)
  return row
}

/**
 * Returns the `start_problem` for a start that was refused for want of room or quota and has no waiting caller.
 * @throws any other error.
 */
export function problemOf(
  { services }: Context,
  { row }: FoundInstance,
  error: unknown,
): { start_problem: string } {
  if (!(error instanceof ApiError)) throw error
  services.log('info', 'instance is not started', { instance: row.id, reason: error.message })
  return { start_problem: error.message }
}

/** Reserves a sled and charges CPU and memory, unless the instance holds both already. @throws ApiError 400 or 507. */
export async function reservePlace(
  context: Context,
  { row, scope }: FoundInstance,
  fields: AmountFields = {},
) {
  if (row.charged === 1) return {}
  const sledId = await chooseSled(context, row)
  const { projectId, siloId } = scope
  const amounts = { cpus: row.ncpus, memory: row.memory, storage: 0 }
  await charge(context, { projectId, siloId, sledId }, amounts, fields)
  return { sled_id: sledId, charged: 1 as const }
}

const SIZE_FIELDS = { cpus: 'ncpus', memory: 'memory' } as const

/** Releases the place of an instance and takes one for another size. @throws ApiError 400 or 507 with nothing changed. */
export async function changePlace(
  context: Context,
  found: FoundInstance,
  size: Pick<InstanceRow, 'ncpus' | 'memory' | 'cpu_platform'>,
) {
  const none = { ...found.row, ...(await releasePlace(context, found)), ...size }
  try {
    return await reservePlace(context, { ...found, row: none }, SIZE_FIELDS)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'InsufficientCapacity' || error.problems.length > 0)
      throw error
    throw error.at(SIZE_FIELDS.cpus, 'no_capacity').at(SIZE_FIELDS.memory, 'no_capacity')
  }
}

/**
 * Charges the resources of a machine that is up, even if the control plane did not start or place it.
 * @param sledId where the driver reported it; null if unknown.
 */
export async function holdPlace(context: Context, { row, scope }: FoundInstance, sledId: string | null) {
  const { projectId, siloId } = scope
  const amounts = { cpus: row.ncpus, memory: row.memory, storage: 0 }
  if (row.charged === 0) {
    await count(context, { projectId, siloId, sledId }, amounts)
    return { sled_id: sledId, charged: 1 as const }
  }
  if (sledId === null || sledId === row.sled_id) return {}
  await transferUsage(context, 'sled', row.sled_id, sledId, amounts)
  return { sled_id: sledId }
}

/** Releases place and quota, if the instance holds them. */
export async function releasePlace(context: Context, { row, scope }: FoundInstance) {
  if (row.charged === 0) return {}
  const { projectId, siloId } = scope
  await release(
    context,
    { projectId, siloId, sledId: row.sled_id },
    { cpus: row.ncpus, memory: row.memory, storage: 0 },
  )
  return { sled_id: null, charged: 0 as const }
}
