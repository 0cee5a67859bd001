import { capacityOf } from '@granary/domain/ip-ranges.ts'
import { handlers } from '../kinds/handler.ts'
import { subnetPool, subnetPoolLink } from '../kinds/subnet-pool.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'

export const systemSubnetPoolHandlers = handlers({
  systemSubnetPoolList: async (context, { query }) => listNamed(context, subnetPool, {}, query),

  systemSubnetPoolCreate: async (context, { body: { ipVersion, ...identity } }) =>
    subnetPool.view(await subnetPool.create(context, fleet, identity, { ip_version: ipVersion })),

  systemSubnetPoolView: async (_, { found }) => subnetPool.view(found.row),

  systemSubnetPoolUpdate: async (context, { body, found }) =>
    subnetPool.view(await subnetPool.update(context, found, identityChanges(body))),

  systemSubnetPoolDelete: async (context, { found }) => {
    const { row } = found
    const member = await context.db
      .selectFrom('subnet_pool_member')
      .select('id')
      .where('subnet_pool_id', '=', row.id)
      .limit(1)
      .executeTakeFirst()
    if (member) throw invalidRequest('Subnet pool cannot be deleted while it contains members')
    for (const link of await subnetPoolLink.all(context, row.id))
      await subnetPoolLink.remove(context, row, link)
    await subnetPool.remove(context, found)
  },

  systemSubnetPoolUtilizationView: async (context, { found: { row } }) => {
    const ends = ['first_address as first', 'last_address as last'] as const
    const of = (table: 'subnet_pool_member' | 'external_subnet') =>
      context.db.selectFrom(table).select(ends).where('subnet_pool_id', '=', row.id).execute()
    const capacity = capacityOf(await of('subnet_pool_member'))[row.ip_version]
    const allocated = capacityOf(await of('external_subnet'))[row.ip_version]
    return { capacity: Number(capacity), remaining: Number(capacity - allocated) }
  },
})
