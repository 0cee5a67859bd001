import { affinityGroup, antiAffinityGroup } from '../kinds/affinity-group.ts'
import { removeMember } from '../shared/placement/members.ts'
import { detachDisk, stateOnceDetached } from '../shared/storage/attach-disk.ts'
import { deleteDisk, deletionProblem } from '../shared/storage/delete-disk.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { externalIp } from '../kinds/external-ip.ts'
import { externalSubnet } from '../kinds/external-subnet.ts'
import { floatingIp } from '../kinds/floating-ip.ts'
import { networkInterface } from '../kinds/network-interface.ts'
import { leaveAllGroups } from '../shared/network/multicast.ts'
import { enqueue } from '../tasks/queue.ts'
import { type Deletion, instanceDeletionProblem, planDeletion } from './deletion-plan.ts'
import { releasePlace } from './power.ts'
import { instance } from '../kinds/instance.ts'

/**
 * Deletes an instance according to its plan. Its interfaces, ephemeral and shared addresses and memberships go too; its
 * disks, floating addresses and external subnets are detached.
 * @param withDisks ids of attached disks to delete as well.
 * @throws ApiError 400 when it is protected or still up, or one of these disks is not attached or cannot be deleted.
 */
export async function deleteInstance(
  context: Context,
  found: Found<'instance'>,
  withDisks: readonly string[],
): Promise<void> {
  const { row, scope } = found
  const problem = instanceDeletionProblem(row)
  if (problem) throw invalidRequest(problem)
  const plan = await planDeletion(context, found)
  refuseDisks(plan, withDisks)
  await releasePlace(context, found)
  for (const group of plan.affinityGroups)
    await removeMember(context, affinityGroup, { row: group, scope }, row)
  for (const group of plan.antiAffinityGroups)
    await removeMember(context, antiAffinityGroup, { row: group, scope }, row)
  for (const nic of plan.interfaces) await networkInterface.remove(context, { row: nic, scope })
  await freeAddresses(context, found, plan)
  await leaveAllGroups(context, found)
  for (const disk of plan.disks)
    if (!withDisks.includes(disk.id)) await detachDisk(context, { row: disk, scope })
  for (const disk of plan.disks)
    if (withDisks.includes(disk.id)) await deleteDisk(context, { row: disk, scope })
  await instance.remove(context, found)
  await enqueue(context, 'instance', row.id, scope)
}

function refuseDisks({ disks }: Deletion, withDisks: readonly string[]): void {
  for (const id of withDisks) {
    const disk = disks.find((one) => one.id === id)
    if (!disk) throw invalidRequest(`no disk with id "${id}" is attached to the instance`)
    const problem = deletionProblem({ ...disk, state: stateOnceDetached(disk.state) })
    if (problem) throw invalidRequest(`cannot delete disk "${disk.name}": ${problem}`)
  }
}

async function freeAddresses(
  context: Context,
  { scope }: Found<'instance'>,
  { addresses, floating, externalSubnets }: Deletion,
): Promise<void> {
  for (const row of floating) await floatingIp.update(context, { row, scope }, { instance_id: null })
  for (const row of externalSubnets)
    await externalSubnet.update(context, { row, scope }, { instance_id: null })
  for (const row of addresses) await externalIp.remove(context, { row, scope })
}
