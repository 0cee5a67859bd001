import type { DiskRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context.ts'
import { invalidRequest } from '../../kit/errors.ts'
import type { Found } from '../../kit/lookup.ts'
import { enqueue } from '../../tasks/queue.ts'
import { disk } from '../../kinds/disk.ts'

/**
 * Gives a disk to an instance in the database; giving it again is a success.
 * @throws ApiError 400 for a disk that another instance holds or that is in a state that cannot be attached.
 */
export async function attachDisk(
  context: Context,
  found: Found<'disk'>,
  instanceId: string,
): Promise<DiskRow> {
  const { row } = found
  if (row.instance_id === instanceId) return row
  if (row.instance_id !== null)
    throw invalidRequest(`cannot attach disk "${row.name}": disk is attached to another instance`)
  if (!(row.state === 'detached' || (row.state === 'creating' && row.source !== 'importing')))
    throw invalidRequest(`cannot attach disk "${row.name}": invalid state ${row.state}`)
  const state = row.state === 'creating' ? 'creating' : 'attached'
  return disk.update(context, found, { state, instance_id: instanceId })
}

/** Takes a disk from its instance in the database. One that is not made yet goes on being made, a broken one stays so. */
export async function detachDisk(context: Context, found: Found<'disk'>): Promise<DiskRow> {
  const { state } = found.row
  const row = await disk.update(context, found, { instance_id: null, state: stateOnceDetached(state) })
  if (state === 'creating') await enqueue(context, 'disk', row.id)
  return row
}

/** The state that a disk is in when its instance has let go of it. */
export const stateOnceDetached = (state: DiskRow['state']): DiskRow['state'] =>
  state === 'faulted' || state === 'creating' ? state : 'detached'
