import { MAX_LISTED } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { DiskBackend } from './disks.ts'
import { extraInput } from '../extension.ts'
import { ExternalIpCreate } from '../external-ips.ts'
import { InstanceAutoRestartPolicy, InstanceCpuCount, InstanceCpuPlatform } from './instance-views.ts'
import { MulticastGroupJoinSpec } from '../multicast-groups.ts'
import { InstanceNetworkInterfaceAttachment } from './network-interfaces.ts'
import { ByteCount, Hostname, identityUpdate, Name, NameOrId } from '../scalars.ts'
import { taggedCreate } from './tags.ts'

export const InstanceDiskAttachment = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('create'),
      ...taggedCreate,
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
    ...taggedCreate,
    hostname: Hostname.meta({ description: 'Host name that the guest is given' }),
    ncpus: InstanceCpuCount.meta({ description: 'Virtual CPUs' }),
    memory: ByteCount.meta({ description: 'Memory in bytes, a multiple of 1 GiB' }),
    bootDisk: InstanceDiskAttachment.nullish().meta({
      default: null,
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
      .meta({ format: 'byte', description: 'Cloud-init data in base64, at most 32 KiB decoded' }),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullish().meta({
      default: null,
      description: 'Whether a failed instance is restarted automatically',
    }),
    cpuPlatform: InstanceCpuPlatform.nullish().meta({
      default: null,
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
