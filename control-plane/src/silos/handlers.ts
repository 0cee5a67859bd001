import { actorOf } from '../kit/context.ts'
import { fleet, ownSilo, requirePermission } from '../kit/authorization.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { takePage } from '../kit/pagination.ts'
import { silo } from './resource.ts'

export const siloHandlers = handlers({
  siloList: async (context, { query }) => {
    requirePermission(context, fleet, 'list_children')
    const discoverable = context.db.selectFrom('silo').selectAll().where('discoverable', '=', 1)
    const { rows, nextPage } = await takePage(
      discoverable,
      query,
      { name: 'name', id: 'id' },
      (row, by) => row[by],
    )
    return { items: rows.map(silo.view), nextPage }
  },

  siloView: async (context, { path }) => silo.view((await find(context, silo, path, 'read')).row),

  utilizationView: async (context) => {
    requirePermission(context, ownSilo(context), 'read')
    const { siloId } = actorOf(context)
    const counts = ['cpus', 'memory', 'storage'] as const
    const none = { cpus: 0, memory: 0, storage: 0 }
    const quota = context.db
      .selectFrom('silo_quota')
      .select(counts)
      .where('silo_id', '=', siloId)
      .executeTakeFirst()
    const used = context.db
      .selectFrom('provisioned')
      .select(counts)
      .where('scope_id', '=', siloId)
      .executeTakeFirst()
    return { capacity: (await quota) ?? none, provisioned: (await used) ?? none }
  },
})
