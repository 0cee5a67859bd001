import { handlers } from '../kinds/handler.ts'
import { ipPool } from '../kinds/ip-pool.ts'
import { ipPoolLink } from '../kinds/ip-pool-link.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { unlinkAll } from './ip-pool-silos.ts'

export const systemIpPoolHandlers = handlers({
  systemIpPoolList: async (context, { query }) => {
    const { assignment, ipVersion, poolType } = query
    const filters = {
      ...(assignment && { assignment }),
      ...(ipVersion && { ip_version: ipVersion }),
      ...(poolType && { pool_type: poolType }),
    }
    return listNamed(context, ipPool, filters, query)
  },

  systemIpPoolCreate: async (context, { body: { ipVersion, poolType, assignment, ...identity } }) => {
    const own = { ip_version: ipVersion, pool_type: poolType, assignment }
    return ipPool.view(await ipPool.create(context, fleet, identity, own))
  },

  systemIpPoolView: async (_, { found }) => ipPool.view(found.row),

  systemIpPoolUpdate: async (context, { body, found }) =>
    ipPool.view(await ipPool.update(context, found, identityChanges(body))),

  systemIpPoolDelete: async (context, { found }) => {
    const range = await context.db
      .selectFrom('ip_pool_range')
      .select('id')
      .where('ip_pool_id', '=', found.row.id)
      .limit(1)
      .executeTakeFirst()
    if (range) throw invalidRequest('IP Pool cannot be deleted while it contains IP ranges')
    if (found.row.assignment === 'system_services')
      await refuseLastSystemPool(context, found.row.id, 'deleted')
    await unlinkAll(context, found)
    await ipPool.remove(context, found)
  },

  systemIpPoolAssign: async (context, { body: { assignment }, found }) => {
    const { row } = found
    if (row.assignment === assignment) return ipPool.view(row)
    if (assignment === 'silos') await refuseLastSystemPool(context, row.id, 'reassigned')
    else if ((await ipPoolLink.all(context, row.id)).length > 0)
      throw invalidRequest('IP pools that are linked to silos cannot be assigned to the system services').at(
        'assignment',
        'not_allowed',
      )
    return ipPool.view(await ipPool.update(context, found, { assignment }))
  },
})

/** @throws ApiError 400 if no other pool serves the services of the system. */
async function refuseLastSystemPool({ db }: Context, id: string, done: string): Promise<void> {
  const other = await db
    .selectFrom('ip_pool')
    .select('id')
    .where('assignment', '=', 'system_services')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw invalidRequest(`The last IP pool of the system services cannot be ${done}`)
}
