import { fitInstances, surviveFailures } from '@granary/domain/fit.ts'
import { handlers } from '../kinds/handler.ts'
import { provisionableSleds, sledsOf } from '../shared/placement/inventory.ts'
import { withUse } from '../shared/placement/place.ts'

export const capacityHandlers = handlers({
  capacityFit: async (context, { body: { ncpus, memory, cpuPlatform = null, count, apart = false } }) => {
    const request = { ncpus, memory, cpuPlatform, count, apart }
    const sleds = await withUse(context, await provisionableSleds(context))
    const running = await context.db
      .selectFrom('instance')
      .select(['sled_id as sledId', 'ncpus', 'memory', 'cpu_platform as cpuPlatform'])
      .where('sled_id', 'is not', null)
      .$narrowType<{ sledId: string }>()
      .execute()
    const fitting = fitInstances(request, sleds)
    const placed = fitting.reduce((sum, each) => sum + each.count, 0)
    const open = new Set(sleds.map(({ id }) => id))
    const closed = sledsOf(context.services).flatMap(({ id }) => (open.has(id) ? [] : [id]))
    const failures = surviveFailures(request, sleds, running, closed)
    return {
      fits: placed === count,
      placed,
      sleds: fitting,
      // Without any sled there is no failure, and no room either.
      survivesAnyFailure:
        placed === count && failures.every((failure) => failure.stranded === 0 && failure.placed === count),
      failures,
    }
  },
})
