import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { generateName } from '@granary/domain/names.ts'
import type { TagChange, TaggedKind } from '@granary/domain/tags.ts'
import type { BulkJobItemRow, BulkJobRow, Database } from '../database/schema.ts'
import { diskOutcome } from '../kinds/disk-outcome.ts'
import { disk } from '../kinds/disk.ts'
import { instance } from '../kinds/instance.ts'
import type { Context } from '../kit/context/context.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import { find } from '../kit/resources/lookup.ts'
import { attachedDiskIds } from './attached-disks.ts'
import type { Operation, OperationInput } from './operation.ts'
import { projectDeletion, siloDeletion } from './project-deletion.ts'

type Inputs = Partial<OperationInput>

/** An operation that takes the resource's id as a path parameter. @param more its other input. */
const on = (
  table: keyof Database & Operation['table'],
  parameter: string,
  id: OperationId,
  more: (context: Context, item: BulkJobItemRow, job: BulkJobRow) => Promise<Inputs> | Inputs = () => ({}),
): Operation => ({
  id,
  table,
  input: async (context, item, job) => {
    const { path, query = {}, body } = await more(context, item, job)
    return { path: { [parameter]: item.resource_id, ...path }, query, body }
  },
})

const deleteTogether = on('affinity_group', 'affinityGroup', 'affinityGroupDelete')
const deleteApart = on('anti_affinity_group', 'antiAffinityGroup', 'antiAffinityGroupDelete')

/** The change of the tags of one resource. */
const tagged = (table: Operation['table'], kind: TaggedKind): Operation => ({
  id: 'tagUpdate',
  table,
  input: async (_, item, job) => ({
    path: { kind, resource: item.resource_id },
    query: {},
    body: storedJson<TagChange>(job.tags ?? '{}'),
  }),
})

/**
 * The single operations behind each bulk operation. A resource takes the one for its own table, or the first if no
 * table has it.
 */
export const operations: Record<BulkOperationName, readonly [Operation, ...Operation[]]> = {
  instance_start: [on('instance', 'instance', 'instanceStart')],
  instance_stop: [on('instance', 'instance', 'instanceStop')],
  instance_reboot: [on('instance', 'instance', 'instanceReboot')],
  instance_resize: [on('instance', 'instance', 'instanceUpdate', resized)],
  instance_delete: [on('instance', 'instance', 'instanceDelete')],
  instance_delete_with_disks: [
    on('instance', 'instance', 'instanceDelete', async (context, item) => ({
      query: { deleteDisks: await attachedDiskIds(context, item) },
    })),
  ],
  disk_delete: [on('disk', 'disk', 'diskDelete')],
  disk_snapshot: [{ id: 'snapshotCreate', table: 'disk', input: snapshotOf }],
  disk_detach: [{ id: 'instanceDiskDetach', table: 'disk', input: fromItsInstance }],
  snapshot_delete: [on('snapshot', 'snapshot', 'snapshotDelete')],
  image_delete: [on('image', 'image', 'imageDelete')],
  image_promote: [on('image', 'image', 'imagePromote')],
  image_demote: [on('image', 'image', 'imageDemote', (_, item, job) => ({ query: { project: job.target } }))],
  affinity_group_delete: [deleteTogether],
  anti_affinity_group_delete: [deleteApart],
  any_affinity_group_delete: [deleteApart, deleteTogether],
  affinity_group_member_delete: [
    on('instance', 'instance', 'affinityGroupMemberInstanceDelete', (_, item, job) => ({
      path: { affinityGroup: job.target },
    })),
  ],
  anti_affinity_group_member_delete: [
    on('instance', 'instance', 'antiAffinityGroupMemberInstanceDelete', (_, item, job) => ({
      path: { antiAffinityGroup: job.target },
    })),
  ],
  floating_ip_detach: [on('external_ip', 'floatingIp', 'floatingIpDetach')],
  floating_ip_delete: [on('external_ip', 'floatingIp', 'floatingIpDelete')],
  tag_update: [
    tagged('instance', 'instance'),
    tagged('disk', 'disk'),
    tagged('snapshot', 'snapshot'),
    tagged('image', 'image'),
    tagged('affinity_group', 'affinity-group'),
    tagged('anti_affinity_group', 'anti-affinity-group'),
    tagged('external_ip', 'floating-ip'),
    tagged('external_subnet', 'external-subnet'),
    tagged('vpc', 'vpc'),
    tagged('vpc_subnet', 'vpc-subnet'),
    tagged('vpc_router', 'vpc-router'),
    tagged('internet_gateway', 'internet-gateway'),
  ],
  project_delete_with_contents: projectDeletion,
  silo_delete_with_contents: siloDeletion,
}

/** The update replaces all settings, so the request repeats the ones that stay. */
async function resized(context: Context, item: BulkJobItemRow, job: BulkJobRow): Promise<Inputs> {
  const { row } = await find(context, instance, { instance: item.resource_id }, 'modify_contents')
  const { bootDiskId: bootDisk, autoRestartPolicy, cpuPlatform, enableJumboFrames } = instance.view(row)
  const size = { ncpus: job.ncpus ?? row.ncpus, memory: job.memory ?? row.memory }
  return {
    body: { ...size, bootDisk, autoRestartPolicy, cpuPlatform, enableJumboFrames, multicastGroups: null },
  }
}

const rowOf = async (context: Context, { resource_id: id }: BulkJobItemRow) =>
  (await find(context, disk, { disk: id }, 'modify_contents')).row

/** A snapshot of a disk in its own project, with a name made from the disk's. */
async function snapshotOf(context: Context, item: BulkJobItemRow): Promise<OperationInput> {
  const row = await rowOf(context, item)
  const body = { name: generateName([row.name]), description: '', disk: row.id }
  return { path: {}, query: { project: row.project_id }, body }
}

/** Detaches a disk from its instance. A disk without an instance is already done or refused. */
async function fromItsInstance(context: Context, item: BulkJobItemRow): Promise<OperationInput | null> {
  const row = await rowOf(context, item)
  if (row.instance_id) return { path: { instance: row.instance_id }, query: {}, body: { disk: row.id } }
  diskOutcome('detach', row)
  return null
}
