import { fitInstances, surviveFailures } from '@granary/domain/fit.ts'
import { handlers } from '../kinds/handler.ts'
import { provisionableSleds } from '../shared/placement/inventory.ts'
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
    const failures = surviveFailures(request, sleds, running)
    return {
      fits: placed === count,
      placed,
      sleds: fitting,
      survivesAnyFailure: failures.every((failure) => failure.stranded === 0 && failure.placed === count),
      failures,
    }
  },
})
