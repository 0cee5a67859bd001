import { invalidRequest } from '../kit/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/named.ts'
import { firewallRule, internetGateway, route, router, subnet, vpc } from '../kinds/vpc.ts'

export const vpcHandlers = handlers({
  vpcList: async (context, { query, found }) => {
    return listNamed(context, vpc, { project_id: found.row.id }, query)
  },

  vpcView: async (context, { found }) => vpc.view(found.row),

  vpcDelete: async (context, { found }) => {
    const vpcId = found.row.id
    const inUse = await context.db
      .selectFrom('vpc_subnet')
      .select('id')
      .where('vpc_id', '=', vpcId)
      .executeTakeFirst()
    if (inUse) throw invalidRequest('VPC cannot be deleted while VPC Subnets exist')
    const { scope } = found
    const inVpc = <Table extends 'vpc_router' | 'internet_gateway'>(table: Table) =>
      context.db
        .selectFrom(table as 'vpc_router')
        .selectAll()
        .where('vpc_id', '=', vpcId)
        .execute()
    for (const row of await inVpc('vpc_router')) await router.remove(context, { row, scope })
    for (const row of await inVpc('internet_gateway')) await internetGateway.remove(context, { row, scope })
    await vpc.remove(context, found)
  },

  vpcSubnetList: async (context, { query, found }) => {
    return listNamed(context, subnet, { vpc_id: found.row.id }, query)
  },

  vpcSubnetView: async (context, { found }) => subnet.view(found.row),

  vpcSubnetDelete: async (context, { found }) => {
    const inUse = await context.db
      .selectFrom('network_interface')
      .select('id')
      .where('subnet_id', '=', found.row.id)
      .executeTakeFirst()
    if (inUse)
      throw invalidRequest('VPC subnet cannot be deleted while network interfaces in the subnet exist')
    await subnet.remove(context, found)
  },

  vpcRouterList: async (context, { query, found }) => {
    return listNamed(context, router, { vpc_id: found.row.id }, query)
  },

  vpcRouterRouteList: async (context, { query, found }) => {
    return listNamed(context, route, { vpc_router_id: found.row.id }, query)
  },

  internetGatewayList: async (context, { query, found }) => {
    return listNamed(context, internetGateway, { vpc_id: found.row.id }, query)
  },

  vpcFirewallRulesView: async (context, { found }) => {
    const rows = await context.db
      .selectFrom('firewall_rule')
      .selectAll()
      .where('vpc_id', '=', found.row.id)
      .orderBy('name')
      .execute()
    return { rules: rows.map(firewallRule.view) }
  },
})
