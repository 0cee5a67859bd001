import { MAX_FIT_COUNT } from '@granary/domain/fit.ts'
import { MAX_MEMORY, MAX_VCPUS } from '@granary/domain/sizes.ts'
import { MIN_TREND_DAYS, TREND_DAYS } from '@granary/domain/trend.ts'
import { z } from 'zod'
import { InstanceCpuPlatform } from './schemas/instance-views.ts'
import { onFleet, onOwnSilo } from './needs.ts'
import { family, get, post } from './operation.ts'
import { NameOrId, Uuid } from './scalars.ts'

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

/** Virtual CPUs or bytes. The sum of all quotas can be above 2^53. */
const amount = z.number().refine(Number.isInteger, 'must be a whole number').min(0).meta({ type: 'integer' })
const days = z.number().min(0).nullable()

const Outlook = z
  .object({
    resource: z
      .enum(['cpus', 'memory', 'storage'])
      .meta({ description: 'Virtual CPUs, or bytes of memory or storage' }),
    limit: z.enum(['quota', 'sleds']).meta({
      description: 'What limits it: the quota, or what can be planned with on the sleds in service',
    }),
    amount: amount.meta({ description: 'The limit' }),
    used: amount.meta({ description: 'Provisioned now' }),
    state: z.enum(['no_capacity', 'full', 'not_enough_history', 'not_within_a_year', 'runs_out']).meta({
      description: `no_capacity: the limit is 0, and nothing is used. full: nothing is left. not_enough_history: fewer than ${MIN_TREND_DAYS} days. not_within_a_year: the use grows too slowly, or not at all. runs_out: see the days.`,
    }),
    historyDays: count.meta({
      description: `Whole days of history that the trend is made of, at most ${TREND_DAYS}`,
    }),
    likelyDays: days.meta({ description: 'Days until it most likely runs out; null beyond a year' }),
    earliestDays: days.meta({
      description: 'Days until it runs out at the fastest growth that the history allows',
    }),
    latestDays: days.meta({
      description:
        'The same at the slowest growth; null beyond a year. Nine of ten times the truth is between the two.',
    }),
    message: z.string().meta({ description: 'The outlook in a sentence' }),
  })
  .meta({ id: 'CapacityOutlook' })

const CapacityOutlooks = z
  .object({
    items: z.array(Outlook).meta({ description: 'Each resource with each of its limits' }),
  })
  .meta({ id: 'CapacityOutlooks' })

const outlookColumns = ['resource', 'limit', 'used', 'amount', 'message'] as const

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
  capacityOutlook: get('/experimental/v1/system/capacity/outlook', {
    summary: 'Estimate when the fleet runs out',
    description:
      'Continues the trend of the provisioned resources of the last 30 days, until they reach the quotas of all silos or what can be planned with on the sleds. Of a single silo, only its quota counts.',
    needs: onFleet('read'),
    // Use changes with every start, but hardly a trend of days.
    shows: ['sled', 'silo-quotas'],
    columns: [...outlookColumns],
    query: {
      silo: NameOrId.optional().meta({ description: 'Name or ID of the silo; all silos when left out' }),
    },
    response: CapacityOutlooks,
  }),
  siloCapacityOutlook: get('/experimental/v1/capacity/outlook', {
    summary: 'Estimate when your silo runs out',
    description:
      "Continues the trend of your silo's provisioned resources of the last 30 days until they reach its quota.",
    needs: onOwnSilo('read'),
    shows: ['silo-quotas'],
    columns: [...outlookColumns],
    response: CapacityOutlooks,
  }),
})
