import { createDefaultVpc } from '../shared/network/default-vpc.ts'
import { gapsOf } from '../shared/network/network-gaps.ts'
import { handlers } from '../kinds/handler.ts'
import { writeFirewallRules } from '../kinds/firewall-rules.ts'
import { router, vpc } from '../kinds/vpc.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { removeGateway } from './gateways.ts'
import { removeRoutes } from './routers.ts'
import { renameVpcInRules } from './firewall-rules.ts'

export const vpcHandlers = handlers({
  vpcList: async (context, { query, found }) => listNamed(context, vpc, { project_id: found.row.id }, query),

  vpcCreate: async (context, { body, found }) => {
    const scope = { ...found.scope, projectId: found.row.id }
    await requireRoom(context, 'vpcs', found.row.id)
    return vpc.view(await createDefaultVpc(context, scope, body))
  },

  vpcGaps: async (context, { found }) => ({ items: await gapsOf(context, found.row.id) }),

  vpcView: async (_, { found }) => vpc.view(found.row),

  vpcUpdate: async (context, { body, found }) => {
    const { dnsName } = body
    const changed = await vpc.update(context, found, {
      ...identityChanges(body),
      ...(dnsName == null ? {} : { dns_name: dnsName }),
    })
    if (changed.name !== found.row.name) await renameVpcInRules(context, found, changed.name)
    return vpc.view(changed)
  },

  vpcDelete: (context, { found }) => deleteVpc(context, found),
})

/** Deletes a VPC with its routers, routes, gateways and rules. @throws ApiError 400 while it has subnets. */
async function deleteVpc(context: Context, found: Found<'vpc'>): Promise<void> {
  const { db } = context
  const { scope } = found
  const { id } = found.row
  const inUse = await db.selectFrom('vpc_subnet').select('id').where('vpc_id', '=', id).executeTakeFirst()
  if (inUse) throw invalidRequest('VPC cannot be deleted while VPC Subnets exist')
  for (const row of await db.selectFrom('vpc_router').selectAll().where('vpc_id', '=', id).execute()) {
    await removeRoutes(context, { row, scope })
    await router.remove(context, { row, scope })
  }
  for (const row of await db.selectFrom('internet_gateway').selectAll().where('vpc_id', '=', id).execute())
    await removeGateway(context, { row, scope })
  const rules = await db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', id).execute()
  await writeFirewallRules(context, scope, found.row, 'deleted', { removed: rules })
  await vpc.remove(context, found)
}
