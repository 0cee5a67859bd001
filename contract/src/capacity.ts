import { MAX_FIT_COUNT } from '@granary/domain/fit.ts'
import { MAX_MEMORY, MAX_VCPUS } from '@granary/domain/sizes.ts'
import { z } from 'zod'
import { InstanceCpuPlatform } from './instance-views.ts'
import { onFleet } from './needs.ts'
import { family, post } from './operation.ts'
import { Uuid } from './scalars.ts'

const sledId = Uuid.meta({ description: 'ID of the sled' })
const count = z.int().min(0)

const CapacityFitRequest = z
  .object({
    ncpus: z.int().min(1).max(MAX_VCPUS).meta({ description: 'Virtual CPUs of each instance' }),
    memory: z.int().min(1).max(MAX_MEMORY).meta({ description: 'Memory of each instance, in bytes' }),
    cpuPlatform: InstanceCpuPlatform.nullish().meta({
      description: 'CPU platform that each instance requires; any if left out',
    }),
    count: z.int().min(1).max(MAX_FIT_COUNT).meta({ description: 'Number of instances' }),
    apart: z.boolean().optional().meta({
      description: 'Whether each needs a sled of its own, as in a strict anti-affinity group',
    }),
  })
  .meta({ id: 'CapacityFitRequest' })

const CapacityFit = z
  .object({
    fits: z.boolean().meta({ description: 'Whether all of the instances have a place' }),
    placed: count.meta({ description: 'Instances that have a place' }),
    sleds: z
      .array(
        z
          .object({ sledId, count: count.meta({ description: 'Instances that would run on it' }) })
          .meta({ id: 'CapacityFitSled' }),
      )
      .meta({ description: 'Sleds that would get instances, by ID' }),
    survivesAnyFailure: z.boolean().meta({
      description: 'Whether everything still fits when any one sled fails',
    }),
    failures: z
      .array(
        z
          .object({
            sledId,
            displaced: count.meta({ description: 'Instances that run on the sled now' }),
            stranded: count.meta({ description: 'Those of them that no other sled has room for' }),
            placed: count.meta({ description: 'New instances that fit on the other sleds then' }),
          })
          .meta({ id: 'CapacityFitFailure' }),
      )
      .meta({ description: 'What happens when one sled fails, for each sled in service, by ID' }),
  })
  .meta({ id: 'CapacityFit' })

export const capacity = family('capacity', {
  capacityFit: post('/experimental/v1/system/capacity/fit', {
    summary: 'Check whether instances fit',
    description:
      'Computes where instances of one size would run, by the rules of a start, and whether everything still fits if one sled fails. Quotas and affinity groups of running instances are left out. Nothing is reserved.',
    needs: onFleet('read'),
    changes: [],
    shows: ['sled', 'instance'],
    status: 200,
    body: CapacityFitRequest,
    response: CapacityFit,
  }),
})
