import { fleet, requirePermission } from '../kit/authorization.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { listNamed } from '../kit/named.ts'
import { listLinkedPools } from '../kinds/ip-pool.ts'
import { createSilo } from './create.ts'
import { deleteSilo } from './delete.ts'
import { silo } from '../kinds/silo.ts'

export const siloHandlers = handlers({
  siloList: async (context, { query }) => {
    requirePermission(context, fleet, 'list_contents')
    return listNamed(context, silo, { discoverable: 1 }, query)
  },

  siloCreate: async (context, { body }) => silo.view(await createSilo(context, body)),

  siloView: async (context, { path }) => silo.view((await find(context, silo, path, 'read')).row),

  siloDelete: async (context, { path }) => deleteSilo(context, await find(context, silo, path, 'modify')),

  siloIpPoolList: async (context, { path, query }) => {
    const { row } = await find(context, silo, path, 'read')
    return listLinkedPools(context, row.id, query)
  },
})
