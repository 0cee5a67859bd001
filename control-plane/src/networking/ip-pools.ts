import { actorOf } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { listLinkedPools, findLinkedPool, siloIpPoolView } from '../kinds/ip-pool.ts'

export const ipPoolHandlers = handlers({
  ipPoolList: async (context, { query }) => listLinkedPools(context, actorOf(context).siloId, query),

  ipPoolView: async (context, { path }) => siloIpPoolView(await findLinkedPool(context, path.pool)),
})
