import { stableUuid } from '@granary/compute/stable.ts'
import type { Named, RouterRouteRow, VpcRow, VpcSubnetRow } from '../database/schema.ts'
import {
  defaultGatewayIdentity,
  defaultRoutes,
  defaultRules,
  gatewayPoolIdentity,
  subnetRoute,
} from '../shared/network/default-vpc.ts'
import type { FirewallRuleRow } from '../database/schema.ts'
import { ipPool } from '../kinds/ip-pool.ts'
import { gatewayPool, internetGateway, route } from '../kinds/vpc.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import type { Entry } from './format.ts'
import type { Made, Plan } from './plan.ts'
import { defaultPool } from './pools.ts'

export type VpcEntry = Entry<'vpcs'>['value']
/** A VPC of the plan. */
export type VpcPlace = { path: string; scope: ProjectScope; row: VpcRow }

/** Plans the system router's route to a subnet. */
export function planSubnetRoute(plan: Plan, { path, scope, row }: VpcPlace, subnet: VpcSubnetRow): void {
  const id = stableUuid(`${subnet.id}/route`)
  planSystemRoute(
    plan,
    { path, scope, row },
    {
      ...subnetRoute(subnet, id),
      id,
      time_created: subnet.time_created,
    },
  )
}

type SystemRoute = Made &
  Omit<RouterRouteRow, keyof Named | 'vpc_router_id'> &
  Pick<Named, 'name' | 'description'>

function planSystemRoute(
  plan: Plan,
  { path, scope, row }: VpcPlace,
  { id, name, description, time_created, ...own }: SystemRoute,
): void {
  const router = row.system_router_id
  const identity = { id, name, description, time_created }
  plan.of(route).add({ path, scope, parent: router }, identity, () => ({ vpc_router_id: router, ...own }))
}

/** Plans the listed gateways, or a new VPC's default one; one named `default` brings the default routes. */
export function planGateways(
  plan: Plan,
  { path, scope, row }: VpcPlace,
  listed: VpcEntry['internet_gateways'],
): void {
  const { time_created } = row
  for (const [index, value] of (listed ?? [{ ...defaultGatewayIdentity, time_created }]).entries()) {
    const at = `${path}.internet_gateways[${index}]`
    const { id } = plan.of(internetGateway).add({ path: at, scope, parent: row.id }, value, () => ({
      vpc_id: row.id,
    }))
    const pools = value.ip_pools?.map((name, number) =>
      plan.of(ipPool).need(`${at}.ip_pools[${number}]`, '', name),
    )
    for (const pool of pools ?? defaultPools(plan, scope.siloId)) {
      const identity = gatewayPoolIdentity(pool.ip_version)
      const attached = {
        ...identity,
        id: stableUuid(`${id}/pool/${pool.name}/${identity.name}`),
        time_created,
      }
      plan.of(gatewayPool).add({ path: at, scope, parent: id }, attached, () => ({
        internet_gateway_id: id,
        ip_pool_id: pool.id,
      }))
    }
  }
  if (plan.of(internetGateway).find(row.id, defaultGatewayIdentity.name))
    for (const one of defaultRoutes) planSystemRoute(plan, { path, scope, row }, { ...one, time_created })
}

const defaultPools = (plan: Plan, siloId: string) =>
  (['v4', 'v6'] as const).flatMap((version) => defaultPool(plan, siloId, version) ?? [])

/** Plans the listed firewall rules, or a new VPC's default ones. */
export function planRules(
  plan: Plan,
  { path, scope, row }: VpcPlace,
  listed: VpcEntry['firewall_rules'],
): void {
  const { time_created } = row
  const planned: FirewallRuleRow[] = []
  const rules = listed?.map(({ targets, target_tags, filters, ...rest }) => ({
    ...rest,
    targets: JSON.stringify(targets),
    target_tags: JSON.stringify(target_tags),
    filters: JSON.stringify(filters),
  }))
  for (const [index, value] of (
    rules ?? defaultRules(row.name).map((rule) => ({ ...rule, time_created }))
  ).entries()) {
    const at = `${path}.firewall_rules[${index}]`
    const { action, direction, status, priority, targets, target_tags, filters } = value
    const rule = {
      ...plan.named(at, `${row.id}/firewall-rule`, value),
      vpc_id: row.id,
      action,
      direction,
      status,
      priority,
      targets,
      target_tags,
      filters,
    }
    plan.rows.firewall_rule.push(rule)
    planned.push(rule)
  }
  plan.firewalls.push({ scope, vpc: row, rules: planned })
}
