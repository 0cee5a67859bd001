import { CPU_PLATFORMS } from '@granary/domain/cpu-platforms.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { z } from 'zod'
import { DiskBackend, DiskPage, DiskPath, Disk } from './disks.ts'
import { ExternalIpCreate } from './external-ips.ts'
import { InstanceDeletionPlan, InstancesDeletionSummary, InstancesNamed } from './instance-deletion.ts'
import { InstanceNetworkInterfaceAttachment } from './network-interfaces.ts'
import { decidedInside, on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  byNamePart,
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
  pageOf,
  paginated,
  Timestamp,
  Uuid,
} from './scalars.ts'
import { SshKeyPage } from './ssh-keys.ts'

export const InstanceState = z.enum(instanceStates).meta({ id: 'InstanceState' })

export const InstanceAutoRestartPolicy = z
  .enum(['never', 'best_effort'])
  .meta({ id: 'InstanceAutoRestartPolicy' })
export const InstanceCpuPlatform = z.enum(CPU_PLATFORMS).meta({ id: 'InstanceCpuPlatform' })
const InstanceCpuCount = z.int().min(0).max(65_535).meta({ id: 'InstanceCpuCount', format: 'uint16' })

export const Instance = z
  .object({
    ...identity,
    projectId: Uuid,
    hostname: z.string(),
    ncpus: InstanceCpuCount,
    memory: ByteCount,
    runState: InstanceState,
    timeRunStateUpdated: Timestamp,
    bootDiskId: Uuid.nullable(),
    autoRestartEnabled: z.boolean(),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullable(),
    autoRestartCooldownExpiration: Timestamp.nullable(),
    timeLastAutoRestarted: Timestamp.nullable(),
    cpuPlatform: InstanceCpuPlatform.nullable(),
    enableJumboFrames: z.boolean(),
    startProblem: z.string().nullable().meta({
      description:
        'Why it was not started by its create or by an automatic restart, which nobody waits for; null once it is started or stopped.',
    }),
  })
  .meta({ id: 'Instance' })

/** An instance in a list, with what else a row shows of it, so that a page of them is one request. */
export const InstanceListItem = z
  .object({
    ...Instance.shape,
    externalIps: z.array(z.string()).meta({
      description:
        'By which it is reached from outside, floating ones first; not those that it only sends from.',
    }),
  })
  .meta({ id: 'InstanceListItem' })

export const InstanceDiskAttachment = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('create'), ...identityCreate, size: ByteCount, diskBackend: DiskBackend }),
    z.object({ type: z.literal('attach'), name: Name }),
  ])
  .meta({ id: 'InstanceDiskAttachment' })

export const InstanceCreate = z
  .object({
    ...identityCreate,
    hostname: Hostname,
    ncpus: InstanceCpuCount,
    memory: ByteCount,
    bootDisk: InstanceDiskAttachment.nullish(),
    disks: z.array(InstanceDiskAttachment).default([]),
    networkInterfaces: InstanceNetworkInterfaceAttachment.default({ type: 'default_dual_stack' }),
    externalIps: z.array(ExternalIpCreate).default([]),
    sshPublicKeys: z.array(NameOrId).max(100).nullish(),
    antiAffinityGroups: z.array(NameOrId).default([]),
    userData: z.base64().default(''),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullish(),
    cpuPlatform: InstanceCpuPlatform.nullish(),
    enableJumboFrames: z.boolean().default(false),
    start: z.boolean().default(true),
  })
  .meta({ id: 'InstanceCreate' })

/** A full replacement, null clears; only the name and the description stay when they are left out. The host name stays always. */
export const InstanceUpdate = z
  .object({
    ...identityUpdate,
    ncpus: InstanceCpuCount,
    memory: ByteCount,
    bootDisk: NameOrId.nullable(),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullable(),
    cpuPlatform: InstanceCpuPlatform.nullable(),
    enableJumboFrames: z.boolean(),
  })
  .meta({ id: 'InstanceUpdate' })

export const InstanceSerialConsoleData = z
  .object({ data: z.array(z.int().min(0).max(255)), lastByteOffset: z.int().min(0) })
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
      ...byNamePart,
      runState: z.array(InstanceState).optional(),
      ...paginated(NameOrIdSortMode),
    },
    response: pageOf(InstanceListItem).meta({ id: 'InstanceResultsPage' }),
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
    changes: ['instance'],
    query: inProject,
    body: InstanceUpdate,
    response: Instance,
  }),
  instanceDelete: del('/v1/instances/{instance}', {
    summary: 'Delete instance, and those of its disks that are named',
    description:
      'The instance has to be stopped or failed. Its disks and floating IPs stay, except for the disks in `delete_disks`.',
    needs: on('instance', 'modify_contents'),
    changes: [
      'instance',
      'disk',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
      'affinity-group-member',
      'anti-affinity-group-member',
    ],
    query: { ...inProject, deleteDisks: z.array(Uuid).optional() },
  }),
  instanceDeletionPlan: get('/experimental/v1/instances/{instance}/deletion-plan', {
    summary: 'Fetch what deleting an instance takes with it and what it leaves',
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
    summary: 'Add up what deleting many instances takes with it and what it leaves; nothing is deleted',
    description: 'Adds up the deletion plans of many instances. Nothing is changed.',
    needs: decidedInside('Counts only the instances that you can read'),
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
  instanceStart: post('/v1/instances/{instance}/start', {
    summary: 'Start instance',
    description:
      'Reserves capacity and quota at once; the machine boots afterwards. Succeeds when the instance is already starting or running.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceStop: post('/v1/instances/{instance}/stop', {
    summary: 'Stop instance',
    description:
      'Shuts the machine down and releases its capacity and quota. Succeeds when the instance is already stopping or stopped.',
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
    query: { ...inProject, fromStart: u64.optional(), mostRecent: u64.optional(), maxBytes: u64.optional() },
    response: InstanceSerialConsoleData,
  }),
  instanceSerialConsoleStream: get('/v1/instances/{instance}/serial-console/stream', {
    summary: 'Connect to the serial console of an instance (websocket)',
    description:
      'Open it as a websocket. It sends the output of the console, and what you send is typed into it.',
    needs: on('instance', 'modify_contents'),
    shows: [],
    query: { ...inProject, mostRecent: u64.optional() },
    kind: 'stream',
    status: 101,
  }),
})
