import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import type { Database } from '../database/schema.ts'

type Operation = {
  id: OperationId
  /** The path parameter that takes the resource's id. */
  parameter: string
  /** Where the resource's name is found. */
  table: 'instance' | 'disk' | 'snapshot' | 'image' | 'affinity_group' | 'anti_affinity_group' | 'external_ip'
}

const on = (table: keyof Database & Operation['table'], parameter: string, id: OperationId): Operation => ({
  id,
  parameter,
  table,
})

/** How each thing that can be done to many is done to one. */
export const operations: Record<BulkOperationName, Operation> = {
  instance_start: on('instance', 'instance', 'instanceStart'),
  instance_stop: on('instance', 'instance', 'instanceStop'),
  instance_reboot: on('instance', 'instance', 'instanceReboot'),
  instance_delete: on('instance', 'instance', 'instanceDelete'),
  disk_delete: on('disk', 'disk', 'diskDelete'),
  snapshot_delete: on('snapshot', 'snapshot', 'snapshotDelete'),
  image_delete: on('image', 'image', 'imageDelete'),
  image_promote: on('image', 'image', 'imagePromote'),
  affinity_group_delete: on('affinity_group', 'affinityGroup', 'affinityGroupDelete'),
  anti_affinity_group_delete: on('anti_affinity_group', 'antiAffinityGroup', 'antiAffinityGroupDelete'),
  floating_ip_detach: on('external_ip', 'floatingIp', 'floatingIpDetach'),
  floating_ip_delete: on('external_ip', 'floatingIp', 'floatingIpDelete'),
}
