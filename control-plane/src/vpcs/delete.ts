import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'
import { firewallRule, internetGateway, route, router, subnet, vpc } from '../kinds/vpc.ts'

/** Deletes a VPC with its routers, routes, gateways and rules. @throws ApiError 400 while it has subnets. */
export async function deleteVpc(context: Context, found: Found<'vpc'>): Promise<void> {
  const { db } = context
  const { scope } = found
  const { id } = found.row
  const inUse = await db.selectFrom('vpc_subnet').select('id').where('vpc_id', '=', id).executeTakeFirst()
  if (inUse) throw invalidRequest('VPC cannot be deleted while VPC Subnets exist')
  const routers = await db.selectFrom('vpc_router').selectAll().where('vpc_id', '=', id).execute()
  const routes = await db
    .selectFrom('router_route')
    .selectAll()
    .where(
      'vpc_router_id',
      'in',
      routers.map((row) => row.id),
    )
    .execute()
  const gateways = await db.selectFrom('internet_gateway').selectAll().where('vpc_id', '=', id).execute()
  const rules = await db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', id).execute()
  for (const row of routes) await route.remove(context, { row, scope })
  for (const row of routers) await router.remove(context, { row, scope })
  for (const row of gateways) await internetGateway.remove(context, { row, scope })
  for (const row of rules) await firewallRule.remove(context, { row, scope })
  await vpc.remove(context, found)
}

/** Deletes a subnet with the routes to it. @throws ApiError 400 while a network interface is in it. */
export async function deleteSubnet(context: Context, found: Found<'vpc_subnet'>): Promise<void> {
  const { db } = context
  const { id } = found.row
  const inUse = await db
    .selectFrom('network_interface')
    .select('id')
    .where('subnet_id', '=', id)
    .executeTakeFirst()
  if (inUse) throw invalidRequest('VPC subnet cannot be deleted while network interfaces in the subnet exist')
  const routes = await db.selectFrom('router_route').selectAll().where('vpc_subnet_id', '=', id).execute()
  for (const row of routes) await route.remove(context, { row, scope: found.scope })
  await subnet.remove(context, found)
}
