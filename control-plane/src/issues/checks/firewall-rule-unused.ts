import { fromFixedWidth } from '@granary/domain/ip.ts'
import { readTags } from '@granary/domain/tags.ts'
import { indexOf } from '@granary/domain/reachability/places.ts'
import { ruleEffects } from '@granary/domain/reachability/rule-effects.ts'
import { neverText } from '@granary/domain/reachability/words.ts'
import { subnet, viewOfRules } from '../../kinds/vpc.ts'
import { chunks } from '../../kit/base/chunks.ts'
import type { Context } from '../../kit/context/context.ts'
import { type Check, type Found, MAX_FOUND, type ProjectIds, visibleProjectIds } from '../check.ts'
import { bySilo, issuesOfSilos } from '../project-check.ts'
import { type VpcInUse, vpcsInUse } from './vpcs-in-use.ts'

const check = { check: 'firewall-rule-unused', severity: 'warning' } as const

/** Enabled firewall rules that never decide about a packet, in the projects that the caller may see. */
export const firewallRuleUnused: Check = {
  ...check,
  resourceKind: 'vpc-firewall-rule',
  find: async (context) => {
    const { unused, isPartial } = await unusedRules(context, visibleProjectIds(context))
    return { found: unused.slice(0, MAX_FOUND).map(({ found }) => found), isPartial }
  },
}

/** How many such rules each silo has. */
export const firewallRuleUnusedInSilos: Check = {
  ...check,
  resourceKind: 'silo',
  find: async (context) => {
    const { unused, isPartial } = await unusedRules(context)
    const found = issuesOfSilos(
      bySilo(unused),
      isPartial,
      (counted) => `has ${counted('firewall rule')} without effect`,
    )
    return { found, isPartial }
  },
}

type Unused = { found: Found; silo: { id: string; name: string } }

async function unusedRules(context: Context, projectIds?: ProjectIds) {
  const unused: Unused[] = []
  const { vpcs: all, isPartial } = await vpcsInUse(context, projectIds)
  for (const vpcs of chunks(all)) {
    const parts = await partsOf(
      context,
      vpcs.map(({ id }) => id),
    )
    for (const vpc of vpcs) unused.push(...unusedIn(vpc, parts(vpc.id)))
    if (projectIds && unused.length >= MAX_FOUND) break
  }
  return { unused, isPartial }
}

/** Reads the parts of networks that decide which rules match. */
async function partsOf({ db }: Context, vpcIds: readonly string[]) {
  const rules = await db.selectFrom('firewall_rule').selectAll().where('vpc_id', 'in', vpcIds).execute()
  const subnets = await db.selectFrom('vpc_subnet').selectAll().where('vpc_id', 'in', vpcIds).execute()
  const interfaces = await db
    .selectFrom('network_interface')
    .innerJoin('instance', 'instance.id', 'network_interface.instance_id')
    .select(['network_interface.id', 'network_interface.name', 'vpc_id', 'subnet_id', 'is_primary'])
    .select(['ipv4', 'ipv6', 'instance.id as instance_id', 'instance.name as instance_name', 'instance.tags'])
    .where('vpc_id', 'in', vpcIds)
    .execute()
  const [rulesOf, subnetsOf, interfacesOf] = [
    Map.groupBy(rules, (row) => row.vpc_id),
    Map.groupBy(subnets, (row) => row.vpc_id),
    Map.groupBy(interfaces, (row) => row.vpc_id),
  ]
  return (vpcId: string) => ({
    rules: (rulesOf.get(vpcId) ?? []).map(viewOfRules()),
    subnets: (subnetsOf.get(vpcId) ?? []).map(subnet.view),
    interfaces: (interfacesOf.get(vpcId) ?? []).map((row) => ({
      id: row.id,
      name: row.name,
      instance: { id: row.instance_id, name: row.instance_name },
      tags: readTags(row.tags),
      subnetId: row.subnet_id,
      primary: row.is_primary === 1,
      ips: [row.ipv4, row.ipv6].flatMap((fixed) => (fixed === null ? [] : fromFixedWidth(fixed))),
      transitIps: [],
    })),
  })
}

type Parts = ReturnType<Awaited<ReturnType<typeof partsOf>>>

function unusedIn({ id, name, project_name, ...vpc }: VpcInUse, parts: Parts): Unused[] {
  const empty = { routers: [], routes: [], gateways: [], externalIps: [], externalSubnets: [] }
  const effects = ruleEffects(indexOf({ ...empty, ...parts, vpc: { id, name } }))
  return parts.rules.flatMap((rule) => {
    const never = effects.get(rule.id)?.never
    // A disabled rule was disabled on purpose.
    if (!never || never.code === 'disabled') return []
    const found = {
      message: `Firewall rule ${rule.name} of VPC ${name}: ${neverText(never)}`,
      resourceId: rule.id,
      resourceName: rule.name,
      parentName: name,
      projectName: project_name,
      siloName: null,
    }
    return { found, silo: { id: vpc.silo_id, name: vpc.silo_name } }
  })
}
