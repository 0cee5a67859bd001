import { stableHash, stableUuid } from '@granary/compute/stable.ts'
import { networksOverlap, prefixLength, subnetContains } from '@granary/domain/ip.ts'
import { vpcBlock } from '@granary/domain/subnets.ts'
import {
  DEFAULT_IPV4_BLOCK,
  defaultSubnetIdentity,
  systemRouterIdentity,
  VNI_COUNT,
  VNI_FIRST,
} from '../shared/network/default-vpc.ts'
import { project } from '../kinds/project.ts'
import { route, router, subnet, vpc } from '../kinds/vpc.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import type { Dataset } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'
import { planGateways, planRules, planSubnetRoute, type VpcEntry, type VpcPlace } from './vpc-children.ts'

type SubnetEntry = NonNullable<VpcEntry['subnets']>[number]

/** Plans the default VPC of each project that has one, and the listed VPCs. */
export function planVpcs(plan: Plan, dataset: Dataset): void {
  for (const { path, value } of dataset.projects) {
    if (!value.default_vpc) continue
    const { id: projectId, silo_id: siloId } = plan
      .of(project)
      .need(path, plan.silo(path, value).id, value.name)
    const { time_created } = value
    planVpc(
      plan,
      path,
      { siloId, projectId },
      { ...fresh, project: value.name, name: 'default', description: 'Default VPC', time_created },
    )
  }
  for (const { path, value } of dataset.vpcs) planVpc(plan, path, plan.project(path, value), value)
}

const fresh = { routers: [] }

function planVpc(plan: Plan, path: string, scope: ProjectScope, value: VpcEntry): void {
  const row = plan.of(vpc).add({ path, scope }, value, ({ id }) => ({
    project_id: scope.projectId,
    dns_name: value.dns_name ?? value.name,
    ipv6_prefix: value.ipv6_prefix ?? uniqueLocalPrefix(id),
    vni: freeVni(plan, id),
    system_router_id: stableUuid(`${id}/router/system`),
  }))
  if (prefixLength(row.ipv6_prefix) !== 48) fail(`${path}.ipv6_prefix`, 'must be a /48')
  const place = { path, scope, row }
  planRouters(plan, place, value)
  planGateways(plan, place, value.internet_gateways)
  for (const [index, each] of (value.subnets ?? [defaultSubnet(row.name)]).entries())
    planSubnet(plan, { ...place, path: `${path}.subnets[${index}]` }, each)
  planRules(plan, place, value.firewall_rules)
}

const defaultSubnet = (vpcName: string): SubnetEntry => ({
  ...defaultSubnetIdentity(vpcName),
  ipv4_block: DEFAULT_IPV4_BLOCK,
})

function planRouters(plan: Plan, { path, scope, row }: VpcPlace, { routers, time_created }: VpcEntry): void {
  const parent = row.id
  const system = { ...systemRouterIdentity, id: row.system_router_id, time_created }
  plan.of(router).add({ path, scope, parent }, system, () => ({ vpc_id: parent, kind: 'system' }))
  for (const [index, value] of routers.entries()) {
    const at = `${path}.routers[${index}]`
    const custom = { vpc_id: parent, kind: 'custom' as const }
    const { id } = plan.of(router).add({ path: at, scope, parent }, value, () => custom)
    for (const [number, one] of value.routes.entries())
      plan.of(route).add({ path: `${at}.routes[${number}]`, scope, parent: id }, one, () => ({
        vpc_router_id: id,
        kind: 'custom',
        destination: JSON.stringify(one.destination),
        target: JSON.stringify(one.target),
        vpc_subnet_id: null,
      }))
  }
}

function planSubnet(plan: Plan, { path, scope, row: inVpc }: VpcPlace, value: SubnetEntry): void {
  const others = plan.of(subnet).in(inVpc.id)
  const overlaps = (block: string) =>
    others.some(({ ipv4_block, ipv6_block }) =>
      [ipv4_block, ipv6_block].some((other) => sameFamily(block, other) && networksOverlap(block, other)),
    )
  const { ipv4_block, ipv6_block = nextBlock(inVpc.ipv6_prefix, overlaps) } = value
  if (overlaps(ipv4_block)) fail(`${path}.ipv4_block`, 'overlaps with another subnet of the VPC')
  if (overlaps(ipv6_block)) fail(`${path}.ipv6_block`, 'overlaps with another subnet of the VPC')
  if (!subnetContains(inVpc.ipv6_prefix, ipv6_block.replace(/\/.*/, '')))
    fail(`${path}.ipv6_block`, `must lie in the VPC's prefix ${inVpc.ipv6_prefix}`)
  const custom =
    value.custom_router == null
      ? null
      : plan.of(router).need(`${path}.custom_router`, inVpc.id, value.custom_router)
  if (custom?.kind === 'system') fail(`${path}.custom_router`, 'must not be the system router')
  const row = plan.of(subnet).add({ path, scope, parent: inVpc.id }, value, () => ({
    vpc_id: inVpc.id,
    ipv4_block,
    ipv6_block,
    custom_router_id: custom?.id ?? null,
  }))
  planSubnetRoute(plan, { path, scope, row: inVpc }, row)
}

const sameFamily = (one: string, other: string): boolean => one.includes(':') === other.includes(':')

/** Returns the first free /64 of a /48. */
function nextBlock(prefix: string, taken: (block: string) => boolean): string {
  let number = 0
  while (taken(vpcBlock(prefix, number))) number++
  return vpcBlock(prefix, number)
}

/** Returns a unique local /48 (fd00::/8) whose other 40 bits derive from the VPC, so that they never change. */
function uniqueLocalPrefix(vpcId: string): string {
  const bits = (stableHash(`${vpcId}/prefix`) * 256 + (stableHash(`${vpcId}/more`) & 0xff))
    .toString(16)
    .padStart(10, '0')
  const groups = [`fd${bits.slice(0, 2)}`, bits.slice(2, 6), bits.slice(6)]
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`
}

function freeVni(plan: Plan, vpcId: string): number {
  let vni = stableHash(`${vpcId}/vni`) % VNI_COUNT
  while (plan.vnis.has(vni)) vni = (vni + 1) % VNI_COUNT
  plan.vnis.add(vni)
  return VNI_FIRST + vni
}
