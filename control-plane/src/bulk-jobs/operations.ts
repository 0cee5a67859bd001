import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { generateName } from '@granary/domain/names.ts'
import type { Database } from '../database/schema.ts'
import { disk } from '../disks/resource.ts'
import type { Context } from '../kit/context.ts'
import { find } from '../kit/lookup.ts'

/** What the operation is asked with. */
export type OperationInput = { path: object; query: object; body: object | undefined }

export type Operation = {
  id: OperationId
  /** Where the resource's name is found. */
  table: 'instance' | 'disk' | 'snapshot' | 'image' | 'affinity_group' | 'anti_affinity_group' | 'external_ip'
  /** @param id of the resource. */
  input: (context: Context, id: string) => Promise<OperationInput>
}

/** An operation that takes the resource's id as a path parameter. */
const on = (table: keyof Database & Operation['table'], parameter: string, id: OperationId): Operation => ({
  id,
  table,
  input: async (_, resource) => ({ path: { [parameter]: resource }, query: {}, body: undefined }),
})

const deleteTogether = on('affinity_group', 'affinityGroup', 'affinityGroupDelete')
const deleteApart = on('anti_affinity_group', 'antiAffinityGroup', 'antiAffinityGroupDelete')

/**
 * How each thing that can be done to many is done to one. Of several ways a resource takes the one of its own table, the
 * first where it is in none.
 */
export const operations: Record<BulkOperationName, readonly [Operation, ...Operation[]]> = {
  instance_start: [on('instance', 'instance', 'instanceStart')],
  instance_stop: [on('instance', 'instance', 'instanceStop')],
  instance_reboot: [on('instance', 'instance', 'instanceReboot')],
  instance_delete: [on('instance', 'instance', 'instanceDelete')],
  disk_delete: [on('disk', 'disk', 'diskDelete')],
  disk_snapshot: [{ id: 'snapshotCreate', table: 'disk', input: snapshotOf }],
  snapshot_delete: [on('snapshot', 'snapshot', 'snapshotDelete')],
  image_delete: [on('image', 'image', 'imageDelete')],
  image_promote: [on('image', 'image', 'imagePromote')],
  affinity_group_delete: [deleteTogether],
  anti_affinity_group_delete: [deleteApart],
  any_affinity_group_delete: [deleteApart, deleteTogether],
  floating_ip_detach: [on('external_ip', 'floatingIp', 'floatingIpDetach')],
  floating_ip_delete: [on('external_ip', 'floatingIp', 'floatingIpDelete')],
}

/** A snapshot of a disk in its own project, under a name made from the disk's. */
async function snapshotOf(context: Context, id: string): Promise<OperationInput> {
  const { row } = await find(context, disk, { disk: id }, 'create_child')
  const body = { name: generateName([row.name]), description: '', disk: id }
  return { path: {}, query: { project: row.project_id }, body }
}
