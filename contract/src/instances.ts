import { MAX_LISTED } from '@granary/domain/limits.ts'
import { CPU_PLATFORMS } from '@granary/domain/cpu-platforms.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { DiskBackend, DiskPage, DiskPath, Disk } from './disks.ts'
import { ExternalIpCreate } from './external-ips.ts'
import { InstanceDeletionPlan, InstancesDeletionSummary, InstancesNamed } from './instance-deletion.ts'
import { MulticastGroupJoinSpec } from './multicast-groups.ts'
import { InstanceNetworkInterfaceAttachment } from './network-interfaces.ts'
import { decidedInside, on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  ByteCount,
  Hostname,
  identity,
  identityCreate,
  identityUpdate,
  inProject,
  Name,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  searchable,
  Timestamp,
  Uuid,
} from './scalars.ts'
import { SshKeyPage } from './ssh-keys.ts'

export const InstanceState = z.enum(instanceStates).meta({ id: 'InstanceState' })

export const InstanceAutoRestartPolicy = z
  .enum(['never', 'best_effort'])
  .meta({ id: 'InstanceAutoRestartPolicy' })
export const InstanceCpuPlatform = z.enum(CPU_PLATFORMS).meta({ id: 'InstanceCpuPlatform' })
export const InstanceCpuCount = z.int().min(0).max(65_535).meta({ id: 'InstanceCpuCount', format: 'uint16' })

export const Instance = z
  .object({
    ...identity,
    projectId: Uuid.meta({ description: 'Project of the instance' }),
    hostname: z.string().meta({ description: 'Host name that the guest is given' }),
    ncpus: InstanceCpuCount.meta({ description: 'Virtual CPUs' }),
    memory: ByteCount.meta({ description: 'Memory in bytes' }),
    runState: InstanceState.meta({ description: 'State of the instance' }),
    timeRunStateUpdated: Timestamp.meta({ description: 'When the state last changed' }),
    bootDiskId: Uuid.nullable().meta({
      description: 'Disk that the instance boots from; null lets the guest firmware choose',
    }),
    autoRestartEnabled: z
      .boolean()
      .meta({ description: 'Whether a failed instance is restarted automatically' }),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullable().meta({
      description: 'What was asked for; null for the default',
    }),
    autoRestartCooldownExpiration: Timestamp.nullable().meta({
      description: 'When a failed instance can next be restarted automatically',
    }),
    timeLastAutoRestarted: Timestamp.nullable().meta({
      description: 'When the instance was last restarted automatically',
    }),
    cpuPlatform: InstanceCpuPlatform.nullable().meta({
      description: 'Oldest CPU platform that the guest can rely on; null for any',
    }),
    enableJumboFrames: z
      .boolean()
      .meta({ description: 'Whether its interfaces take frames of up to 8,500 bytes' }),
    startProblem: extra(
      z.string().nullable().meta({
        description:
          'Why its create or an automatic restart did not start it; null once it is started or stopped.',
      }),
    ),
    deletionProtected: extra(
      z.boolean().meta({ description: 'Whether deleting the instance is refused until that is lifted' }),
    ),
  })
  .meta({ id: 'Instance' })

/** An instance in a list, with everything that a row shows, so that a page takes one request. */
export const InstanceListItem = z
  .object({
    ...Instance.shape,
    externalIps: extra(
      z.array(z.string()).meta({
        description:
          'Addresses by which it is reached from outside, floating ones first; not those that it only sends from.',
      }),
    ),
  })
  .meta({ id: 'InstanceListItem' })

export const InstanceDiskAttachment = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('create'),
      ...identityCreate,
      size: ByteCount.meta({ description: 'Size in bytes, a multiple of 1 GiB' }),
      diskBackend: DiskBackend.meta({ description: 'Where the disk lies, and its initial content' }),
    }),
    z.object({
      type: z.literal('attach'),
      name: Name.meta({ description: 'Name of a disk of the project' }),
    }),
  ])
  .meta({ id: 'InstanceDiskAttachment' })

export const InstanceCreate = z
  .object({
    ...identityCreate,
    hostname: Hostname.meta({ description: 'Host name that the guest is given' }),
    ncpus: InstanceCpuCount.meta({ description: 'Virtual CPUs' }),
    memory: ByteCount.meta({ description: 'Memory in bytes, a multiple of 1 GiB' }),
    bootDisk: InstanceDiskAttachment.nullish().meta({
      description: 'Disk to boot from, made or attached; it counts among the 12 disks',
    }),
    disks: z
      .array(InstanceDiskAttachment)
      .max(MAX_LISTED)
      .default([])
      .meta({ description: 'Further disks, made or attached' }),
    networkInterfaces: InstanceNetworkInterfaceAttachment.default({ type: 'default_dual_stack' }).meta({
      description: 'Network interfaces',
    }),
    externalIps: z
      .array(ExternalIpCreate)
      .max(MAX_LISTED)
      .default([])
      .meta({ description: 'Addresses by which it is reached from outside' }),
    sshPublicKeys: z.array(NameOrId).max(100).nullish().meta({
      description: "Names or IDs of the caller's SSH keys to give to the guest; all of them when left out",
    }),
    antiAffinityGroups: z
      .array(NameOrId)
      .max(MAX_LISTED)
      .default([])
      .meta({ description: 'Names or IDs of the anti-affinity groups to join' }),
    multicastGroups: z
      .array(MulticastGroupJoinSpec)
      .max(MAX_LISTED)
      .default([])
      .meta({ description: 'Multicast groups to join' }),
    userData: z

      .base64()
      .max(65_536)
      .default('')
      .meta({ description: 'Cloud-init data in base64, at most 32 KiB decoded' }),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullish().meta({
      description: 'Whether a failed instance is restarted automatically',
    }),
    cpuPlatform: InstanceCpuPlatform.nullish().meta({
      description: 'Oldest CPU platform that the guest can rely on; any when left out',
    }),
    enableJumboFrames: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether its interfaces take frames of up to 8,500 bytes' }),
    start: z.boolean().default(true).meta({ description: 'Whether to start it once it is created' }),
  })
  .meta({ id: 'InstanceCreate' })

/**
 * A full replacement: null clears. Only the name, the description and the multicast groups keep their value if left out. The host name
 * never changes.
 */
export const InstanceUpdate = z
  .object({
    name: extraInput(identityUpdate.name),
    description: extraInput(identityUpdate.description),
    ncpus: InstanceCpuCount.meta({ description: 'Virtual CPUs' }),
    memory: ByteCount.meta({ description: 'Memory in bytes, a multiple of 1 GiB' }),
    bootDisk: NameOrId.nullable().meta({ description: 'Name or ID of an attached disk to boot from' }),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullable().meta({
      description: 'Whether a failed instance is restarted automatically; null for the default',
    }),
    cpuPlatform: InstanceCpuPlatform.nullable().meta({
      description: 'Oldest CPU platform that the guest can rely on; null for any',
    }),
    enableJumboFrames: z
      .boolean()
      .meta({ description: 'Whether its interfaces take frames of up to 8,500 bytes' }),
    multicastGroups: z
      .array(MulticastGroupJoinSpec)
      .max(MAX_LISTED)
      .nullable()
      .default(null)
      .meta({ description: 'All multicast groups of the instance; null leaves them as they are' }),
  })
  .meta({ id: 'InstanceUpdate' })

export const InstanceSerialConsoleData = z
  .object({
    data: z.array(z.int().min(0).max(255)).meta({ description: 'The output, a number for each byte' }),
    lastByteOffset: z
      .int()
      .min(0)
      .meta({ description: 'Offset of the byte after the last one here, since the machine started' }),
  })
  .meta({ id: 'InstanceSerialConsoleData' })

const u64 = z.int().min(0)

export const instances = family('instances', {
  instanceList: get('/v1/instances', {
    summary: 'List instances',
    description:
      'Can be narrowed to names that contain a text, and to run states. Each item includes the external addresses of the instance.',
    needs: on('project', 'list_contents'),
    shows: ['instance', 'floating-ip', 'external-ip'],
    columns: ['name', 'runState', 'ncpus', 'memory', 'externalIps', 'timeCreated', 'id'],
    query: {
      ...ofProject,
      ...searchable,
      runState: extraInput(
        z.array(InstanceState).max(MAX_LISTED).meta({ description: 'Only instances in one of these states' }),
      ),
      ...paginated(NameOrIdSortMode),
    },
    response: countedPageOf(InstanceListItem).meta({ id: 'InstanceResultsPage' }),
  }),
  instanceCreate: post('/v1/instances', {
    summary: 'Create instance',
    description:
      'Creates the instance with its disks, network interfaces and addresses, and starts it unless told otherwise. When a start finds no capacity, the instance stays stopped and its `start_problem` says why.',
    needs: on('project', 'modify_contents'),
    changes: [
      'instance',
      'disk',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
      'anti-affinity-group-member',
      'multicast-group',
      'multicast-group-member',
    ],
    query: ofProject,
    body: InstanceCreate,
    response: Instance,
  }),
  instanceView: get('/v1/instances/{instance}', {
    summary: 'Fetch instance',
    description: 'Includes the run state, and why the last automatic start failed.',
    needs: on('instance', 'read'),
    shows: ['instance'],
    query: inProject,
    response: Instance,
  }),
  instanceUpdate: put('/v1/instances/{instance}', {
    summary: 'Update instance',
    description:
      'Replaces every setting; null clears one. CPUs, memory and CPU platform can only change while the instance is stopped.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance', 'multicast-group', 'multicast-group-member'],
    query: inProject,
    body: InstanceUpdate,
    response: Instance,
  }),
  instanceDelete: del('/v1/instances/{instance}', {
    summary: 'Delete instance, with the given disks',
    description:
      'The instance has to be stopped, failed or still being created. Its disks, floating IPs and external subnets stay, except for the disks in `delete_disks`.',
    needs: on('instance', 'modify_contents'),
    changes: [
      'instance',
      'disk',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
      'external-subnet',
      'affinity-group-member',
      'multicast-group',
      'multicast-group-member',
      'anti-affinity-group-member',
    ],
    query: {
      ...inProject,
      deleteDisks: extraInput(
        z.array(Uuid).max(MAX_LISTED).meta({ description: 'IDs of attached disks to delete too' }),
      ),
    },
  }),
  instanceDeletionPlan: get('/experimental/v1/instances/{instance}/deletion-plan', {
    summary: 'Fetch the deletion plan of an instance',
    description:
      'Lists what a deletion would delete, what it would keep, and why it would be refused. Nothing is changed.',
    needs: on('instance', 'read'),
    shows: [
      'instance',
      'disk',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
      'affinity-group-member',
      'anti-affinity-group-member',
    ],
    query: inProject,
    response: InstanceDeletionPlan,
  }),
  instancesDeletionSummary: post('/experimental/v1/instances-deletion-summary', {
    summary: 'Sum up the deletion plans of many instances',
    description: 'Adds up the deletion plans of many instances. Nothing is changed.',
    needs: decidedInside('Counts only the instances that you can read.'),
    changes: [],
    shows: [
      'instance',
      'disk',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
      'affinity-group-member',
      'anti-affinity-group-member',
    ],
    body: InstancesNamed,
    response: InstancesDeletionSummary,
    status: 200,
  }),
  instanceProtect: post('/experimental/v1/instances/{instance}/protect', {
    summary: 'Protect instance from deletion',
    description:
      'Deleting the instance is refused until the protection is lifted, also with its project or silo. It can still be stopped and changed.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 200,
  }),
  instanceUnprotect: post('/experimental/v1/instances/{instance}/unprotect', {
    summary: 'Lift the deletion protection of instance',
    description: 'The instance can be deleted again. Succeeds when it is not protected.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 200,
  }),
  instanceStart: post('/v1/instances/{instance}/start', {
    summary: 'Start instance',
    description:
      'Reserves capacity and quota at once; the machine boots afterwards. An instance that is still being created starts once it is. Succeeds when the instance is already starting or running.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceStop: post('/v1/instances/{instance}/stop', {
    summary: 'Stop instance',
    description:
      'Shuts the machine down and releases its capacity and quota. An instance that is still being created does not start. Succeeds when the instance is already stopping or stopped.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceReboot: post('/v1/instances/{instance}/reboot', {
    summary: 'Reboot instance',
    description: 'Restarts a running machine. It stays on the same sled.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceDiskList: get('/v1/instances/{instance}/disks', {
    summary: 'List disks of an instance',
    description: 'Lists attached disks, and disks that are being attached or detached.',
    needs: on('instance', 'read'),
    shows: ['disk'],
    columns: ['name', 'state', 'size', 'diskType', 'timeCreated', 'id'],
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: DiskPage,
  }),
  instanceDiskAttach: post('/v1/instances/{instance}/disks/attach', {
    summary: 'Attach disk to instance',
    description:
      'The disk has to be detached and in the same project. Succeeds when it is already attached to this instance.',
    needs: on('instance', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
    body: DiskPath,
    response: Disk,
    status: 202,
  }),
  instanceDiskDetach: post('/v1/instances/{instance}/disks/detach', {
    summary: 'Detach disk from instance',
    description: 'The boot disk cannot be detached. Succeeds when the disk is already detached.',
    needs: on('instance', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
    body: DiskPath,
    response: Disk,
    status: 202,
  }),
  instanceSshPublicKeyList: get('/v1/instances/{instance}/ssh-public-keys', {
    summary: 'List SSH public keys of an instance',
    description: 'Lists the keys that the instance was created with and that still exist.',
    needs: on('instance', 'read'),
    shows: ['ssh-key'],
    columns: ['name', 'description', 'timeCreated', 'id'],
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: SshKeyPage,
  }),
  instanceSerialConsole: get('/v1/instances/{instance}/serial-console', {
    summary: 'Fetch serial console history of an instance',
    description:
      'Returns output since the last boot, from its start or from its end. Give exactly one of `from_start` and `most_recent`.',
    needs: on('instance', 'read'),
    shows: [],
    query: {
      ...inProject,
      fromStart: u64.optional().meta({ description: 'Offset of the first byte, since the machine started' }),
      mostRecent: u64.optional().meta({ description: 'How many bytes before the end to begin' }),
      maxBytes: u64.optional().meta({ description: 'Most bytes to return; 16 KiB unless given' }),
    },
    response: InstanceSerialConsoleData,
  }),
  instanceSerialConsoleStream: get('/v1/instances/{instance}/serial-console/stream', {
    summary: 'Connect to the serial console of an instance (websocket)',
    description:
      'Open it as a websocket. It sends the output of the console, and what you send is typed into it.',
    needs: on('instance', 'modify_contents'),
    shows: [],
    query: {
      ...inProject,
      mostRecent: u64.optional().meta({ description: 'How many bytes before the end to begin' }),
    },
    kind: 'stream',
    status: 101,
  }),
})
