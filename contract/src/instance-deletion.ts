import { diskStates } from '@granary/domain/disk-states.ts'
import { z } from 'zod'
import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { ByteCount, Name, Uuid } from './scalars.ts'

const named = { id: Uuid, name: Name }

/** What deleting an instance takes with it and what it leaves, as things are now. */
export const InstanceDeletionPlan = z
  .object({
    blocked: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot be deleted now, in the words of the refusal; null when it can.' }),
    deletes: z
      .object({
        networkInterfaces: z.array(z.object({ ...named, ips: z.array(z.string()) })),
        /** Given back to their pools. */
        externalIps: z.array(z.object({ kind: z.enum(['ephemeral', 'snat']), ip: z.string() })),
        /** The groups stay; the instance is no longer in them. */
        affinityGroupMemberships: z.array(z.object(named)),
        antiAffinityGroupMemberships: z.array(z.object(named)),
      })
      .meta({ description: 'What goes with the instance.' }),
    keeps: z
      .object({
        disks: z.array(
          z.object({
            ...named,
            size: ByteCount,
            state: z.enum(diskStates),
            /** Whether the instance boots from it. */
            boot: z.boolean(),
            /** Why it could not be deleted together with the instance; null when it could. */
            deleteBlocked: z.string().nullable(),
          }),
        ),
        floatingIps: z.array(z.object({ ...named, ip: z.string() })),
      })
      .meta({ description: 'What stays, and is free for others.' }),
  })
  .meta({ id: 'InstanceDeletionPlan' })

export const InstancesNamed = z
  .object({ instances: z.array(Uuid).min(1).max(MAX_BULK_ITEMS) })
  .meta({ id: 'InstancesNamed' })

/** The plans of many instances added up. What the caller may not see is not counted. */
export const InstancesDeletionSummary = z
  .object({
    instances: z.int(),
    deletes: z.object({
      networkInterfaces: z.int(),
      ephemeralIps: z.int(),
      snatIps: z.int().meta({ description: 'Shared with others for sending.' }),
      groupMemberships: z.int(),
    }),
    keeps: z.object({
      disks: z.int(),
      diskSize: ByteCount.meta({ description: 'Of these disks together.' }),
      floatingIps: z.int(),
    }),
    blocked: z.object({ disks: z.int(), instances: z.int() }).meta({
      description:
        'Disks that cannot be deleted now, so that the instances that have them would not be deleted with their disks.',
    }),
  })
  .meta({ id: 'InstancesDeletionSummary' })
