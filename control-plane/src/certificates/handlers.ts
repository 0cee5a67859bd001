import { isUuid } from '@granary/domain/names.ts'
import { mayOfSilo } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { invalidRequest, notFound } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import type { Found } from '../kit/lookup.ts'
import { deleteNamed, listNamed } from '../kit/named.ts'
import { findSilo } from '../kinds/find-silo.ts'
import { addCertificate } from '../shared/certificates/add-certificate.ts'
import { certificate } from '../kinds/certificate.ts'

export const certificateHandlers = handlers({
  certificateList: async (context, { query }) => {
    const { id } = await findSilo(context, query.silo, 'modify_identities')
    return listNamed(context, certificate, { silo_id: id }, query)
  },

  certificateCreate: async (context, { query, body }) =>
    certificate.view(
      await addCertificate(context, await findSilo(context, query.silo, 'modify_identities'), body),
    ),

  certificateView: async (context, { path, query }) =>
    certificate.view((await findCertificate(context, path.certificate, query.silo)).row),

  certificateDelete: async (context, { path, query }) => {
    await deleteNamed(context, certificate, await findCertificate(context, path.certificate, query.silo))
  },
})

/**
 * A certificate by its id alone, or by its name in the silo that is named, else in the caller's own.
 * @throws ApiError 404 for what is not there or not the caller's to manage, 400 for an id together with a silo.
 */
async function findCertificate(
  context: Context,
  nameOrId: string,
  silo: string | undefined,
): Promise<Found<'certificate'>> {
  const byId = isUuid(nameOrId)
  if (byId && silo !== undefined)
    throw invalidRequest('when providing certificate as an ID, silo should not be specified')
  let query = context.db.selectFrom('certificate').selectAll()
  if (byId) query = query.where('id', '=', nameOrId)
  else {
    const siloId = silo === undefined ? actorOf(context).siloId : (await findSilo(context, silo, 'read')).id
    query = query.where('silo_id', '=', siloId).where('name', '=', nameOrId)
  }
  const row = await query.executeTakeFirst()
  if (!row || !mayOfSilo(context, row.silo_id, 'modify_identities'))
    throw notFound('certificate', byId ? { id: nameOrId } : { name: nameOrId })
  return { row, scope: { siloId: row.silo_id, projectId: null } }
}
