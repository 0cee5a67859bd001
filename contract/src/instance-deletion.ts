import { diskStates } from '@granary/domain/disk-states.ts'
import { z } from 'zod'
import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { extraInput } from './extension.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import { decidedInside, on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { ByteCount, inProject, Name, Uuid } from './scalars.ts'

const named = {
  id: Uuid.meta({ description: 'ID of the resource' }),
  name: Name.meta({ description: 'Name of the resource' }),
}

/** The resources that deleting an instance deletes or keeps, at present. */
export const InstanceDeletionPlan = z
  .object({
    blocked: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot be deleted now, in the words of the refusal; null when it can.' }),
    deletes: z
      .object({
        networkInterfaces: z
          .array(
            z.object({
              ...named,
              ips: z.array(z.string()).meta({ description: 'Private addresses of the interface' }),
            }),
          )
          .meta({ description: 'Network interfaces that are deleted' }),
        /** Returned to their pools. */
        externalIps: z
          .array(
            z.object({
              kind: z.enum(['ephemeral', 'snat']).meta({ description: 'Kind of the address' }),
              ip: z.string().meta({ description: 'The address' }),
            }),
          )
          .meta({ description: 'Addresses that go back to their pools' }),
        /** The groups stay, without the instance. */
        affinityGroupMemberships: z
          .array(z.object(named))
          .meta({ description: 'Affinity groups that it leaves; the groups stay' }),
        antiAffinityGroupMemberships: z
          .array(z.object(named))
          .meta({ description: 'Anti-affinity groups that it leaves; the groups stay' }),
        multicastGroupMemberships: z
          .array(z.object(named))
          .meta({ description: 'Multicast groups that it leaves; a group without members is deleted' }),
      })
      .meta({ description: 'What goes with the instance.' }),
    keeps: z
      .object({
        disks: z
          .array(
            z.object({
              ...named,
              size: ByteCount.meta({ description: 'Size in bytes' }),
              state: z.enum(diskStates).meta({ description: 'State of the disk' }),
              /** Whether the instance boots from it. */
              boot: z.boolean().meta({ description: 'Whether the instance boots from the disk' }),
              /** Why it can't be deleted together with the instance; null if it can. */
              deleteBlocked: z.string().nullable().meta({
                description: 'Why the disk cannot be deleted together with the instance; null when it can',
              }),
            }),
          )
          .meta({ description: 'Disks that are detached' }),
        floatingIps: z
          .array(z.object({ ...named, ip: z.string().meta({ description: 'The address' }) }))
          .meta({ description: 'Floating IPs that are detached' }),
        externalSubnets: z
          .array(z.object({ ...named, subnet: z.string().meta({ description: 'The network' }) }))
          .meta({ description: 'External subnets that are detached' }),
      })
      .meta({ description: 'What stays, and is free for others.' }),
  })
  .meta({ id: 'InstanceDeletionPlan' })

export const InstancesNamed = z
  .object({
    instances: z.array(Uuid).min(1).max(MAX_BULK_ITEMS).meta({ description: 'IDs of the instances' }),
  })
  .meta({ id: 'InstancesNamed' })

/** The total of many instances' plans. Resources that the caller can't see are not counted. */
export const InstancesDeletionSummary = z
  .object({
    instances: z.int().meta({ description: 'Number of instances that the caller can see' }),
    deletes: z
      .object({
        networkInterfaces: z.int().meta({ description: 'Number of network interfaces' }),
        ephemeralIps: z.int().meta({ description: 'Number of ephemeral IPs' }),
        snatIps: z.int().meta({ description: 'Shared with others for sending.' }),
        groupMemberships: z.int().meta({ description: 'Number of groups that instances leave' }),
      })
      .meta({ description: 'What goes with the instances' }),
    keeps: z
      .object({
        disks: z.int().meta({ description: 'Number of disks' }),
        diskSize: ByteCount.meta({ description: 'Of these disks together.' }),
        floatingIps: z.int().meta({ description: 'Number of floating IPs' }),
      })
      .meta({ description: 'What stays' }),
    blocked: z
      .object({
        disks: z.int().meta({ description: 'Number of disks' }),
        instances: z.int().meta({ description: 'Number of instances that the caller can see' }),
      })
      .meta({
        description:
          'Disks that cannot be deleted now, so that the instances that have them would not be deleted with their disks.',
      }),
  })
  .meta({ id: 'InstancesDeletionSummary' })

export const instanceDeletion = family('instances', {
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
      'multicast-group-member',
      'external-subnet',
    ],
    query: inProject,
    response: InstanceDeletionPlan,
  }),
  instancesDeletionSummary: post('/experimental/v1/instances-deletion-summary', {
    summary: 'Sum up the deletion plans of many instances',
    description: 'Adds up the deletion plans of many instances. Nothing is changed.',
    needsSpace: false,
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
      'multicast-group-member',
    ],
    body: InstancesNamed,
    response: InstancesDeletionSummary,
    status: 200,
  }),
})
