import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/named.ts'
import { addCertificate } from '../shared/certificates/add-certificate.ts'
import { certificate } from '../kinds/certificate.ts'

export const certificateHandlers = handlers({
  certificateList: {
    kept: async (context, { query, found }) =>
      listNamed(context, certificate, { silo_id: found.row.id }, query),
  },

  certificateCreate: async (context, { body, found }) =>
    certificate.view(await addCertificate(context, found.row, body)),

  certificateView: async (_, { found }) => certificate.view(found.row),

  certificateDelete: (context, { found }) => certificate.remove(context, found),
})
