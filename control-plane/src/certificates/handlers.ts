import { contract } from '@granary/contract/contract.ts'
import { admit } from '../kinds/admit.ts'
import { handlers } from '../kinds/handler.ts'
import { answer } from '../kit/request/answer.ts'
import { listNamed } from '../kit/resources/named.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { addCertificate, CheckedCertificate } from '../shared/certificates/add-certificate.ts'
import { certificate } from '../kinds/certificate.ts'

export const certificateHandlers = handlers({
  certificateList: async (context, { query, found }) =>
    listNamed(context, certificate, { silo_id: found.row.id }, query),

  certificateCreate: {
    raw: async (context, { found, ...request }) => {
      const checked = await CheckedCertificate.of(context, found.row.name, request.body)
      const row = await inTransaction(context, async (inner) => {
        const again = await admit(inner, 'certificateCreate', request)
        return addCertificate(inner, again.found.row, checked)
      })
      return answer(contract.certificateCreate, certificate.view(row))
    },
  },

  certificateView: async (_, { found }) => certificate.view(found.row),

  certificateDelete: (context, { found }) => certificate.remove(context, found),
})
