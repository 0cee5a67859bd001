import { z } from 'zod'
import { InstanceState } from './instance-views.ts'
import { extra } from '../extension.ts'
import { ByteCount, Name, Timestamp, Uuid } from '../scalars.ts'

const id = Uuid.meta({ description: 'Unique ID, which never changes' })
const rackId = Uuid.meta({ description: 'Rack that it is in' })
const times = {
  timeCreated: Timestamp.meta({ description: 'When the control plane first saw it' }),
  timeModified: Timestamp.meta({ description: 'When its report or its settings last changed' }),
}

const Baseboard = z
  .object({
    part: z.string().meta({ description: 'Part number' }),
    serial: z.string().meta({ description: 'Serial number' }),
    revision: z.int().min(0).meta({ format: 'uint32', description: 'Hardware revision' }),
  })
  .meta({ id: 'Baseboard' })
const baseboard = Baseboard.meta({ description: 'Part and serial number' })

export const Rack = z.object({ id, ...times }).meta({ id: 'Rack' })

export const SledProvisionPolicy = z
  .enum(['provisionable', 'non_provisionable'])
  .meta({ id: 'SledProvisionPolicy' })

const SledPolicy = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('in_service').meta({ description: 'Part of the rack' }),
      provisionPolicy: SledProvisionPolicy.meta({
        description: 'Whether new instances are placed on it; running instances stay in any case',
      }),
    }),
    z.object({ kind: z.literal('expunged').meta({ description: 'Gone from the rack' }) }),
  ])
  .meta({ id: 'SledPolicy' })

const SledHostState = z.enum(['up', 'unreachable', 'evacuated']).meta({ id: 'SledHostState' })
const SledState = z.enum(['active', 'decommissioned']).meta({ id: 'SledState' })
const PhysicalDiskState = z.enum(['active', 'decommissioned']).meta({ id: 'PhysicalDiskState' })

export const Sled = z
  .object({
    id,
    rackId,
    slot: z
      .int()
      .min(0)
      .meta({ format: 'uint16' })
      .nullable()
      .meta({ description: 'Position in the rack, from 0; null if unknown' }),
    baseboard,
    policy: SledPolicy.meta({ description: 'Whether it is in service, and accepts new instances' }),
    state: SledState.meta({ description: 'Whether it is in use' }),
    usableHardwareThreads: z
      .int()
      .min(0)
      .meta({ format: 'uint32', description: 'Hardware threads for instances' }),
    usableVcpus: extra(
      z
        .int()
        .min(0)
        .meta({ description: 'vCPUs for instances: the threads, times the vCPUs that a thread carries' }),
    ),
    usablePhysicalRam: ByteCount.meta({ description: 'Memory for instances, in bytes' }),
    usableStorage: extra(
      ByteCount.nullable().meta({ description: 'Storage for disks, in bytes; null if unknown' }),
    ),
    hostState: extra(
      SledHostState.meta({ description: 'Whether the driver reaches it, and whether it was evacuated' }),
    ),
    ...times,
  })
  .meta({ id: 'Sled' })

export const UninitializedSled = z
  .object({
    rackId,
    cubby: z.int().min(0).meta({ format: 'uint16', description: 'Position in the rack, from 0' }),
    baseboard,
  })
  .meta({ id: 'UninitializedSled' })

export const SledInstance = z
  .object({
    id,
    name: Name.meta({ description: 'Name of the instance' }),
    siloName: Name.meta({ description: 'Silo of its project' }),
    projectName: Name.meta({ description: 'Its project' }),
    activeSledId: Uuid.meta({ description: 'Sled that it runs on' }),
    migrationId: Uuid.nullable().meta({ description: 'Migration that moves it; null if there is none' }),
    state: InstanceState.meta({ description: 'State of the instance' }),
    ncpus: z.int().meta({ description: 'Virtual CPUs' }),
    memory: z.int().meta({ description: 'Memory in bytes' }),
    timeCreated: Timestamp.meta({ description: 'When it was created' }),
    timeModified: Timestamp.meta({ description: 'When it was last changed' }),
  })
  .meta({ id: 'SledInstance' })

export const SledProvisionPolicyParams = z
  .object({ state: SledProvisionPolicy.meta({ description: 'New policy' }) })
  .meta({ id: 'SledProvisionPolicyParams' })

export const SledProvisionPolicyResponse = z
  .object({
    oldState: SledProvisionPolicy.meta({ description: 'Policy before the request' }),
    newState: SledProvisionPolicy.meta({ description: 'Policy now' }),
  })
  .meta({ id: 'SledProvisionPolicyResponse' })

const formFactor = z.enum(['m2', 'u2']).meta({ id: 'PhysicalDiskKind' })

const PhysicalDiskPolicy = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('in_service').meta({ description: 'In use' }) }),
    z.object({ kind: z.literal('expunged').meta({ description: 'Gone from its sled' }) }),
  ])
  .meta({ id: 'PhysicalDiskPolicy' })

export const PhysicalDisk = z
  .object({
    id,
    sledId: Uuid.nullable().meta({ description: 'Sled that it is in' }),
    vendor: z.string().meta({ description: 'Manufacturer; empty if unknown, as for a virtual disk' }),
    model: z.string().meta({ description: 'Model number; empty if unknown' }),
    serial: z.string().meta({ description: 'Serial number' }),
    formFactor: formFactor.nullable().meta({ description: 'Form factor: M.2 or U.2; null if unknown' }),
    policy: PhysicalDiskPolicy.meta({ description: 'Whether it is in service' }),
    state: PhysicalDiskState.meta({ description: 'Whether it is in use' }),
    ...times,
  })
  .meta({ id: 'PhysicalDisk' })

const MAX_IDENTITY = 128
const identityPart = z.string().min(1).max(MAX_IDENTITY)

export const PhysicalDiskManufacturerIdentity = z
  .object({
    vendor: identityPart.meta({ description: 'Manufacturer' }),
    model: identityPart.meta({ description: 'Model number' }),
    serial: identityPart.meta({ description: 'Serial number' }),
  })
  .meta({ id: 'PhysicalDiskManufacturerIdentity' })

export const UnadoptedPhysicalDisk = z
  .object({
    diskId: PhysicalDiskManufacturerIdentity.meta({ description: 'The disk, by its manufacturer' }),
    sledId: Uuid.meta({ description: 'Sled that it is in' }),
    slot: z.int().meta({ description: 'Position in the sled, from 0' }),
    variant: formFactor.meta({ description: 'Form factor: M.2 or U.2' }),
  })
  .meta({ id: 'UnadoptedPhysicalDisk' })

export const PhysicalDiskAdoptionRequest = z
  .object({
    id,
    diskId: PhysicalDiskManufacturerIdentity.meta({ description: 'The disk, by its manufacturer' }),
    timeCreated: Timestamp.meta({ description: 'When it was requested' }),
  })
  .meta({ id: 'PhysicalDiskAdoptionRequest' })

export const Switch = z.object({ id, rackId, baseboard, ...times }).meta({ id: 'Switch' })

export const SwitchSlot = z.enum(['switch0', 'switch1']).meta({ id: 'SwitchSlot' })

export const SwitchPort = z
  .object({
    id,
    rackId,
    switchSlot: SwitchSlot.meta({ description: 'Switch of the rack that it belongs to' }),
    portName: Name.meta({ description: 'Name on the switch' }),
    portSettingsId: Uuid.nullable().meta({ description: 'Applied settings; null if there are none' }),
  })
  .meta({ id: 'SwitchPort' })

/** Live state of a link; its fields depend on the switch. */
export const SwitchLinkState = z.unknown().meta({ id: 'SwitchLinkState' })

/** The facts of the driver. */
export const Compute = z
  .object({
    acceleration: z.enum(['kvm', 'emulated', 'simulated']).meta({
      description:
        'kvm: the processor runs guests. emulated: software does, many times slower. simulated: there are no guests.',
    }),
    accelerationReason: z
      .string()
      .nullable()
      .meta({ description: 'Why guests are emulated or simulated; null if there is nothing to say' }),
    firmware: z
      .enum(['bios', 'uefi'])
      .nullable()
      .meta({ description: 'What new instances boot by; null if there are no guests' }),
    hotplug: z
      .boolean()
      .meta({ description: 'Whether disks can be attached to a running instance, and detached from it' }),
    storage: z
      .enum(['shared', 'local'])
      .meta({ description: 'shared: every sled reaches every disk. local: a disk is on one sled.' }),
    mtu: z.int().meta({ description: 'Largest MTU of an interface, in bytes' }),
    multicast: z
      .boolean()
      .meta({ description: 'Whether instances get the packets of multicast groups that they joined' }),
    externalNetworks: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Networks that external addresses can be from; null for any' }),
    uncounted: z
      .array(z.enum(['vcpus', 'latencies']))
      .meta({ description: 'Counters of instances that the driver does not have' }),
    vcpusPerThread: z
      .int()
      .meta({ description: 'vCPUs of instances that a hardware thread of a sled carries' }),
  })
  .meta({ id: 'Compute' })
