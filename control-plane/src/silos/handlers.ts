import { contract } from '@granary/contract/contract.ts'
import { find } from '../kit/lookup.ts'
import { deletionPlanOf } from '../kinds/deletion-plan.ts'
import { siloContentsOf } from '../kinds/silo-contents.ts'
import { belongingsOf } from './count-belongings.ts'
import { handlers } from '../kinds/handler.ts'
import { answer } from '../kit/answer.ts'
import { inSnapshot } from '../kit/transaction.ts'
import { listNamed } from '../kit/named.ts'
import { listLinkedPools } from '../kinds/ip-pool.ts'
import { createSilo } from './create.ts'
import { deleteSilo } from './delete.ts'
import { silo } from '../kinds/silo.ts'

export const siloHandlers = handlers({
  siloList: {
    kept: async (context, { query }) => {
      return listNamed(context, silo, { discoverable: 1 }, query)
    },
  },

  siloCreate: async (context, { body }) => silo.view(await createSilo(context, body)),

  siloView: async (context, { found }) => silo.view(found.row),

  siloDelete: async (context, { found }) => deleteSilo(context, found),

  siloDeletionPlan: {
    raw: async (context, { path }) => {
      const { row } = await inSnapshot(context, (inner) => find(inner, silo, path, 'modify'))
      return answer(contract.siloDeletionPlan, {
        ...deletionPlanOf(await siloContentsOf(context, row.id)),
        belongings: await belongingsOf(context, row.id),
      })
    },
  },

  siloIpPoolList: async (context, { query, found }) => {
    const { row } = found
    return listLinkedPools(context, row.id, query)
  },
})
