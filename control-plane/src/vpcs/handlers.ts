import { deleteSubnet, deleteVpc } from './delete.ts'
import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/named.ts'
import { firewallRule, internetGateway, route, router, subnet, vpc } from '../kinds/vpc.ts'

export const vpcHandlers = handlers({
  vpcList: async (context, { query, found }) => {
    return listNamed(context, vpc, { project_id: found.row.id }, query)
  },

  vpcView: async (context, { found }) => vpc.view(found.row),

  vpcDelete: (context, { found }) => deleteVpc(context, found),

  vpcSubnetList: async (context, { query, found }) => {
    return listNamed(context, subnet, { vpc_id: found.row.id }, query)
  },

  vpcSubnetView: async (context, { found }) => subnet.view(found.row),

  vpcSubnetDelete: (context, { found }) => deleteSubnet(context, found),

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
