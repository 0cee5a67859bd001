import { handlers } from '../kinds/handler.ts'
import { findLinkedSubnetPool, listLinkedSubnetPools, siloSubnetPoolView } from '../kinds/subnet-pool.ts'
import { actorOf } from '../kit/context.ts'

export const subnetPoolHandlers = handlers({
  subnetPoolList: async (context, { query }) =>
    listLinkedSubnetPools(context, actorOf(context).siloId, query),

  subnetPoolView: async (context, { path }) =>
    siloSubnetPoolView(await findLinkedSubnetPool(context, path.pool)),

  siloSubnetPoolList: async (context, { query, found }) =>
    listLinkedSubnetPools(context, found.row.id, query),
})
