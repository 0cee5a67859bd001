import type { InternetGatewayRow, RouterRouteRow } from '../database/schema.ts'
import { route } from '../kinds/vpc.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'

/** Returns the pools that are attached to a gateway. */
export const poolsOf = ({ db }: Context, gatewayId: string) =>
  db.selectFrom('internet_gateway_ip_pool').selectAll().where('internet_gateway_id', '=', gatewayId).execute()

/** Returns the addresses that are attached to a gateway: one at most. */
export const addressesOf = ({ db }: Context, gatewayId: string) =>
  db
    .selectFrom('internet_gateway_ip_address')
    .selectAll()
    .where('internet_gateway_id', '=', gatewayId)
    .execute()

/** Returns the routes of the VPC's routers that lead to a gateway. */
export async function routesTo(
  { db }: Context,
  gateway: Pick<InternetGatewayRow, 'vpc_id' | 'name'>,
): Promise<RouterRouteRow[]> {
  const rows = await db
    .selectFrom('router_route')
    .innerJoin('vpc_router', 'vpc_router.id', 'router_route.vpc_router_id')
    .selectAll('router_route')
    .where('vpc_router.vpc_id', '=', gateway.vpc_id)
    .execute()
  return rows.filter((row) => {
    const { target } = route.view(row)
    return target.type === 'internet_gateway' && target.value === gateway.name
  })
}

type Range = { first_address: string; last_address: string }

/**
 * Refuses to detach a pool or an address from a gateway that routes lead to, while an instance of the VPC has an external
 * address in these ranges.
 * @throws ApiError 400.
 */
export async function refuseWhileUsed(
  context: Context,
  { internet_gateway_id: gatewayId }: { internet_gateway_id: string },
  ranges: readonly Range[],
): Promise<void> {
  const gateway = await context.db
    .selectFrom('internet_gateway')
    .selectAll()
    .where('id', '=', gatewayId)
    .executeTakeFirstOrThrow()
  if ((await routesTo(context, gateway)).length === 0) return
  for (const range of ranges)
    if (await isUsed(context, gateway.vpc_id, range))
      throw invalidRequest(
        `instances of the VPC use these addresses through the internet gateway "${gateway.name}", which routes lead to`,
      )
}

const isUsed = ({ db }: Context, vpcId: string, { first_address, last_address }: Range) =>
  db
    .selectFrom('external_ip')
    .innerJoin('network_interface', 'network_interface.instance_id', 'external_ip.instance_id')
    .select('external_ip.id')
    .where('network_interface.vpc_id', '=', vpcId)
    .where('external_ip.ip', '>=', first_address)
    .where('external_ip.ip', '<=', last_address)
    .executeTakeFirst()
