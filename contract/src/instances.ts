import { CPU_PLATFORMS } from '@granary/domain/cpu-platforms.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { z } from 'zod'
import { DiskBackend, DiskPage, DiskPath, Disk } from './disks.ts'
import { ExternalIpCreate } from './external-ips.ts'
import { InstanceDeletionPlan, InstancesDeletionSummary, InstancesNamed } from './instance-deletion.ts'
import { InstanceNetworkInterfaceAttachment } from './network-interfaces.ts'
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
    /**
     * Why it was not started by its create or by an automatic restart, which nobody waits for; null once it is started or
     * stopped.
     */
    startProblem: z.string().nullable(),
  })
  .meta({ id: 'Instance' })

/** An instance in a list, with what else a row shows of it, so that a page of them is one request. */
export const InstanceListItem = z
  .object({
    ...Instance.shape,
    /** By which it is reached from outside, floating ones first; not those that it only sends from. */
    externalIps: z.array(z.string()),
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
    query: {
      project: NameOrId,
      nameContains: z.string().max(63).optional(),
      runState: z.array(InstanceState).optional(),
      ...paginated(NameOrIdSortMode),
    },
    response: pageOf(InstanceListItem).meta({ id: 'InstanceResultsPage' }),
  }),
  instanceCreate: post('/v1/instances', {
    summary: 'Create instance',
    query: { project: NameOrId },
    body: InstanceCreate,
    response: Instance,
  }),
  instanceView: get('/v1/instances/{instance}', {
    summary: 'Fetch instance',
    query: inProject,
    response: Instance,
  }),
  instanceUpdate: put('/v1/instances/{instance}', {
    summary: 'Update instance',
    query: inProject,
    body: InstanceUpdate,
    response: Instance,
  }),
  instanceDelete: del('/v1/instances/{instance}', {
    summary: 'Delete instance, and those of its disks that are named',
    query: { ...inProject, deleteDisks: z.array(Uuid).optional() },
  }),
  instanceDeletionPlan: get('/experimental/v1/instances/{instance}/deletion-plan', {
    summary: 'Fetch what deleting an instance takes with it and what it leaves',
    query: inProject,
    response: InstanceDeletionPlan,
  }),
  instancesDeletionSummary: post('/experimental/v1/instances-deletion-summary', {
    summary: 'Add up what deleting many instances takes with it and what it leaves; nothing is deleted',
    body: InstancesNamed,
    response: InstancesDeletionSummary,
    status: 200,
  }),
  instanceStart: post('/v1/instances/{instance}/start', {
    summary: 'Start instance',
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceStop: post('/v1/instances/{instance}/stop', {
    summary: 'Stop instance',
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceReboot: post('/v1/instances/{instance}/reboot', {
    summary: 'Reboot instance',
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceDiskList: get('/v1/instances/{instance}/disks', {
    summary: 'List disks of an instance',
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: DiskPage,
  }),
  instanceDiskAttach: post('/v1/instances/{instance}/disks/attach', {
    summary: 'Attach disk to instance',
    query: inProject,
    body: DiskPath,
    response: Disk,
    status: 202,
  }),
  instanceDiskDetach: post('/v1/instances/{instance}/disks/detach', {
    summary: 'Detach disk from instance',
    query: inProject,
    body: DiskPath,
    response: Disk,
    status: 202,
  }),
  instanceSshPublicKeyList: get('/v1/instances/{instance}/ssh-public-keys', {
    summary: 'List SSH public keys of an instance',
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: SshKeyPage,
  }),
  instanceSerialConsole: get('/v1/instances/{instance}/serial-console', {
    summary: 'Fetch serial console history of an instance',
    query: { ...inProject, fromStart: u64.optional(), mostRecent: u64.optional(), maxBytes: u64.optional() },
    response: InstanceSerialConsoleData,
  }),
  instanceSerialConsoleStream: get('/v1/instances/{instance}/serial-console/stream', {
    summary: 'Connect to the serial console of an instance (websocket)',
    query: { ...inProject, mostRecent: u64.optional() },
    kind: 'stream',
    status: 101,
  }),
})
