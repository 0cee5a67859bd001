import { isUuid } from '@granary/domain/names.ts'
import { may } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { hidden, invalidRequest, notFound } from '../kit/base/errors.ts'
import type { Found, Selectors } from '../kit/resources/lookup.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside, type Permission } from '../kit/resources/resource.ts'
import { findSilo } from './find-silo.ts'
import { silo } from './silo.ts'

/** A TLS certificate of a silo. Its API form, which the change log keeps too, has no private key. */
export const certificate = kind({
  kind: 'certificate',
  table: 'certificate',
  selector: 'certificate',
  parent: inside(silo, 'silo_id'),
  view: (row) => ({ ...identityView(row), service: row.service, cert: row.cert }),
})

/**
 * Finds a certificate by its ID alone, or by name in the query's silo or the caller's own.
 * @throws ApiError 404 when it doesn't exist or the caller lacks the permission, 400 for an ID together with a silo.
 */
export async function findCertificate(
  context: Context,
  selectors: Selectors,
  permission: Permission,
): Promise<Found<'certificate'>> {
  const nameOrId = String(selectors.certificate)
  const named = typeof selectors.silo === 'string' ? selectors.silo : undefined
  const byId = isUuid(nameOrId)
  if (byId && named !== undefined)
    throw invalidRequest('when providing certificate as an ID, silo should not be specified')
  let query = context.db.selectFrom('certificate').selectAll()
  if (byId) query = query.where('id', '=', nameOrId)
  else {
    const siloId = named === undefined ? actorOf(context).siloId : (await findSilo(context, named, 'read')).id
    query = query.where('silo_id', '=', siloId).where('name', '=', nameOrId)
  }
  const row = await query.executeTakeFirst()
  const scope = row && { siloId: row.silo_id, projectId: null }
  const by = byId ? { id: nameOrId } : { name: nameOrId }
  if (!row || !scope) throw notFound('certificate', by)
  if (!may(context, scope, permission)) throw hidden('certificate', by)
  return { row, scope }
}
