import { fixedWidth } from '@granary/domain/ip.ts'
import { handlers } from '../kinds/handler.ts'
import { findLinkedPool } from '../kinds/ip-pool.ts'
import { gatewayAddress, gatewayPool, internetGateway, route } from '../kinds/vpc.ts'
import { atField } from '../kit/base/at-field.ts'
import type { Context } from '../kit/context/context.ts'
import { alreadyExists, invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { listNamed } from '../kit/resources/named.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { addressesOf, poolsOf, refuseWhileUsed, routesTo } from './gateway-use.ts'

export const gatewayHandlers = handlers({
  internetGatewayList: async (context, { query, found }) =>
    listNamed(context, internetGateway, { vpc_id: found.row.id }, query),

  internetGatewayCreate: async (context, { body, found: { row, scope } }) => {
    await requireRoom(context, 'internetGateways', row.id)
    return internetGateway.view(await internetGateway.create(context, scope, body, { vpc_id: row.id }))
  },

  internetGatewayView: async (_, { found }) => internetGateway.view(found.row),

  internetGatewayDelete: async (context, { query, found }) => {
    const { id } = found.row
    if (query.cascade) return removeGateway(context, found, await routesTo(context, found.row))
    if ((await poolsOf(context, id)).length > 0)
      throw invalidRequest('internet gateway cannot be deleted while IP pools are attached to it')
    if ((await addressesOf(context, id)).length > 0)
      throw invalidRequest('internet gateway cannot be deleted while IP addresses are attached to it')
    return internetGateway.remove(context, found)
  },

  internetGatewayIpPoolList: async (context, { query, found }) =>
    listNamed(context, gatewayPool, { internet_gateway_id: found.row.id }, query),

  internetGatewayIpPoolCreate: async (context, { body, found: { row, scope } }) => {
    const pool = await atField('ip_pool', () => findLinkedPool(context, body.ipPool))
    if ((await poolsOf(context, row.id)).some((one) => one.ip_pool_id === pool.id))
      throw alreadyExists(gatewayPool.kind, pool.name, 'ip_pool')
    const own = { internet_gateway_id: row.id, ip_pool_id: pool.id }
    return gatewayPool.view(await gatewayPool.create(context, scope, body, own))
  },

  internetGatewayIpPoolDelete: async (context, { query, found }) => {
    if (!query.cascade)
      await refuseWhileUsed(context, found.row, await rangesOf(context, found.row.ip_pool_id))
    await gatewayPool.remove(context, found)
  },

  internetGatewayIpAddressList: async (context, { query, found }) =>
    listNamed(context, gatewayAddress, { internet_gateway_id: found.row.id }, query),

  internetGatewayIpAddressCreate: async (context, { body, found: { row, scope } }) => {
    const [other] = await addressesOf(context, row.id)
    if (other) throw alreadyExists(gatewayAddress.kind, other.name, 'address')
    const own = { internet_gateway_id: row.id, address: fixedWidth(body.address) }
    return gatewayAddress.view(await gatewayAddress.create(context, scope, body, own))
  },

  internetGatewayIpAddressDelete: async (context, { query, found }) => {
    const { address } = found.row
    if (!query.cascade)
      await refuseWhileUsed(context, found.row, [{ first_address: address, last_address: address }])
    await gatewayAddress.remove(context, found)
  },
})

const rangesOf = ({ db }: Context, poolId: string) =>
  db
    .selectFrom('ip_pool_range')
    .select(['first_address', 'last_address'])
    .where('ip_pool_id', '=', poolId)
    .execute()

/**
 * Deletes a gateway with its attachments.
 * @param routes routes to delete with it.
 */
export async function removeGateway(
  context: Context,
  found: Found<'internet_gateway'>,
  routes: Awaited<ReturnType<typeof routesTo>> = [],
): Promise<void> {
  const { scope } = found
  const { id } = found.row
  for (const row of await poolsOf(context, id)) await gatewayPool.remove(context, { row, scope })
  for (const row of await addressesOf(context, id)) await gatewayAddress.remove(context, { row, scope })
  await route.removeAll(context, scope, routes)
  await internetGateway.remove(context, found)
}
