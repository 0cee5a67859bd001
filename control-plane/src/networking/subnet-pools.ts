import { present } from '../kit/base/present.ts'
import { handlers } from '../kinds/handler.ts'
import { findLinkedSubnetPool, listLinkedSubnetPools, siloSubnetPoolViews } from '../kinds/subnet-pool.ts'
import { actorOf } from '../kit/context/context.ts'

export const subnetPoolHandlers = handlers({
  subnetPoolList: async (context, { query }) =>
    listLinkedSubnetPools(context, actorOf(context).siloId, query),

  subnetPoolView: async (context, { path }) =>
    present(
      (await siloSubnetPoolViews(context, [await findLinkedSubnetPool(context, path.pool)]))[0],
      'the pool',
    ),

  siloSubnetPoolList: async (context, { query, found }) =>
    listLinkedSubnetPools(context, found.row.id, query),
})
