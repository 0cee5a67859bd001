import type { DiskRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context/context.ts'
import { invalidRequest } from '../../kit/base/errors.ts'
import type { Found } from '../../kit/resources/lookup.ts'
import { enqueue } from '../../tasks/queue.ts'
import { disk } from '../../kinds/disk.ts'

/**
 * Attaches a disk to an instance in the database. Idempotent.
 * @param isRunning whether the driver has to attach it to the running machine, which the task of the instance does.
 * @throws ApiError 400 for a disk that is attached to another instance or in a state that cannot be attached.
 */
export async function attachDisk(
  context: Context,
  found: Found<'disk'>,
  instanceId: string,
  isRunning = false,
): Promise<DiskRow> {
  const { row } = found
  if (row.instance_id === instanceId) return row
  if (row.instance_id !== null)
    throw invalidRequest(`cannot attach disk "${row.name}": disk is attached to another instance`)
  if (!(row.state === 'detached' || (row.state === 'creating' && row.source !== 'importing')))
    throw invalidRequest(`cannot attach disk "${row.name}": invalid state ${row.state}`)
  const state = row.state === 'creating' ? 'creating' : isRunning ? 'attaching' : 'attached'
  return disk.update(context, found, { state, instance_id: instanceId })
}

/** Detaches a disk from its instance in the database. A disk in `creating` or `faulted` keeps its state. */
export async function detachDisk(context: Context, found: Found<'disk'>): Promise<DiskRow> {
  const { state } = found.row
  const row = await disk.update(context, found, { instance_id: null, state: stateOnceDetached(state) })
  if (state === 'creating') await enqueue(context, 'disk', row.id, found.scope)
  return row
}

/** The state of a disk after its instance has released it. */
export const stateOnceDetached = (state: DiskRow['state']): DiskRow['state'] =>
  state === 'faulted' || state === 'creating' ? state : 'detached'
