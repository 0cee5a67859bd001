import { contract } from '@granary/contract/contract.ts'
import { find } from '../kit/resources/lookup.ts'
import { deletionPlanOf } from '../kinds/deletion-plan.ts'
import { siloContentsOf } from '../kinds/silo-contents.ts'
import { belongingsOf } from './count-belongings.ts'
import { handlers } from '../kinds/handler.ts'
import { answer } from '../kit/request/answer.ts'
import { atField } from '../kit/base/at-field.ts'
import { admit } from '../kinds/admit.ts'
import { inSnapshot, inTransaction } from '../kit/resources/transaction.ts'
import { CheckedCertificate } from '../shared/certificates/add-certificate.ts'
import { listNamed } from '../kit/resources/named.ts'
import { listLinkedPools } from '../kinds/ip-pool.ts'
import { createSilo } from './create.ts'
import { deleteSilo } from './delete.ts'
import { silo } from '../kinds/silo.ts'

export const siloHandlers = handlers({
  siloList: async (context, { query }) => {
    return listNamed(context, silo, { discoverable: 1 }, query)
  },

  siloCreate: {
    raw: async (context, request) => {
      const { body } = request
      const certificates: CheckedCertificate[] = []
      for (const [index, certificate] of body.tlsCertificates.entries())
        certificates.push(
          await atField(`tls_certificates[${index}]`, () =>
            CheckedCertificate.of(context, body.name, certificate),
          ),
        )
      const row = await inTransaction(context, async (inner) => {
        await admit(inner, 'siloCreate', request)
        return createSilo(inner, body, certificates)
      })
      return answer(contract.siloCreate, silo.view(row))
    },
  },

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
