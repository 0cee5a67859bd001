import { atField } from '../kit/base/at-field.ts'
import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import type { Context } from '../kit/context/context.ts'
import { conflict, invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { find, type Found } from '../kit/resources/lookup.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'
import { enqueue } from '../tasks/queue.ts'
import { diskOutcome } from '../kinds/disk-outcome.ts'
import { disk } from '../kinds/disk.ts'
import { isUuid } from '@granary/domain/names.ts'
import { requireSameSled } from '../shared/placement/place-disk.ts'
import { attachDisk, detachDisk } from '../shared/storage/attach-disk.ts'

export const diskAttachmentHandlers = handlers({
  instanceDiskAttach: async (context, { body, found }) => {
    const target = await atField('disk', () => findDisk(context, found, body.disk))
    if (target.row.instance_id !== found.row.id) {
      if (!isHot(context, found)) outcomeOf('attach_disk', found.row.run_state)
      const { count } = await context.db
        .selectFrom('disk')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('instance_id', '=', found.row.id)
        .executeTakeFirstOrThrow()
      if (count >= MAX_DISKS_PER_INSTANCE)
        throw invalidRequest(`cannot attach more than ${MAX_DISKS_PER_INSTANCE} disks to instance`)
    }
    await atField('disk', () => requireSameSled(context, found.row, target.row))
    const row = await atField('disk', () => attachDisk(context, target, found.row.id, isHot(context, found)))
    await enqueue(context, 'instance', found.row.id, found.scope)
    return disk.view(row)
  },

  instanceDiskDetach: async (context, { body, found }) => {
    const target = await atField('disk', () => findDisk(context, found, body.disk))
    if (target.row.instance_id === null) {
      diskOutcome('detach', target.row)
      return disk.view(target.row)
    }
    if (target.row.instance_id !== found.row.id)
      throw invalidRequest(
        `cannot detach disk "${target.row.name}": disk is attached to another instance`,
      ).at('disk', 'not_allowed')
    if (target.row.state === 'detaching') return disk.view(target.row)
    const hot = isHot(context, found)
    if (!hot) outcomeOf('detach_disk', found.row.run_state)
    if (found.row.boot_disk_id === target.row.id)
      throw conflict('boot disk cannot be detached').at('disk', 'not_allowed')
    // Also detaches a disk that is still being created for the instance, or that failed there.
    if (!['creating', 'faulted'].includes(target.row.state)) diskOutcome('detach', target.row)
    const isHeld = hot && target.row.state === 'attached'
    const row = isHeld
      ? await disk.update(context, target, { state: 'detaching' })
      : await detachDisk(context, target)
    await enqueue(context, 'instance', found.row.id, found.scope)
    return disk.view(row)
  },
})

/** Whether disks can be attached to the instance and detached from it while it runs. */
const isHot = ({ services }: Context, { row }: Found<'instance'>): boolean =>
  row.run_state === 'running' && services.compute.facts().hotplug

/** The disk named in an attachment, by id or by name in the instance's project. */
async function findDisk(
  context: Context,
  { row }: Found<'instance'>,
  nameOrId: string,
): Promise<Found<'disk'>> {
  const inProject = isUuid(nameOrId) ? {} : { project: row.project_id }
  const found = await find(context, disk, { disk: nameOrId, ...inProject }, 'modify_contents')
  if (found.row.project_id !== row.project_id)
    throw invalidRequest('disk must be in the same project as the instance')
  return found
}
