import { stableUuid } from '@granary/compute/stable.ts'
import type { RouterRouteRow, VpcRow, VpcSubnetRow } from '../database/schema.ts'
import {
  defaultGatewayIdentity,
  defaultRoutes,
  defaultRules,
  gatewayPoolIdentity,
  subnetRoute,
} from '../shared/network/default-vpc.ts'
import { firewallRule, gatewayPool, internetGateway, route } from '../kinds/vpc.ts'
import type { Entry } from './format.ts'
import type { Plan, ProjectScope } from './plan.ts'
import { defaultPool } from './pools.ts'
import { Register } from './register.ts'

export type VpcEntry = Entry<'vpcs'>['value']
/** A VPC of the plan. */
export type VpcPlace = { path: string; scope: ProjectScope; row: VpcRow }

/** Plans a route of any router. */
export function planRoute(plan: Plan, scope: ProjectScope, row: RouterRouteRow): void {
  plan.rows.router_route.push(row)
  plan.note(route, scope, row)
}

/** Plans the system router's route to a subnet. */
export function planSubnetRoute(plan: Plan, { path, scope, row }: VpcPlace, subnet: VpcSubnetRow): void {
  const id = stableUuid(`${subnet.id}/route`)
  const { name, description, ...own } = subnetRoute(subnet, id)
  const { time_created } = subnet
  planRoute(plan, scope, {
    ...plan.named(path, `${row.system_router_id}/route`, { id, name, description, time_created }),
    vpc_router_id: row.system_router_id,
    ...own,
  })
}

/** Plans the listed gateways, or a new VPC's default one; one named `default` brings the default routes. */
export function planGateways(
  plan: Plan,
  { path, scope, row }: VpcPlace,
  listed: VpcEntry['internet_gateways'],
): void {
  const { time_created } = row
  const names = new Register('internet gateway')
  for (const [index, value] of (listed ?? [{ ...defaultGatewayIdentity, time_created }]).entries()) {
    const at = `${path}.internet_gateways[${index}]`
    const gateway = { ...plan.named(at, `${row.id}/gateway`, value), vpc_id: row.id }
    names.add(`${at}.name`, row.id, gateway.name, gateway)
    plan.rows.internet_gateway.push(gateway)
    plan.note(internetGateway, scope, gateway)
    const pools = value.ip_pools?.map((name, number) =>
      plan.pools.need(`${at}.ip_pools[${number}]`, 'fleet', name),
    )
    for (const pool of pools ?? defaultPools(plan, scope.siloId)) {
      const { name, description } = gatewayPoolIdentity(pool.row.ip_version)
      const attached = {
        ...plan.named(at, `${gateway.id}/pool/${pool.row.name}`, { name, description, time_created }),
        internet_gateway_id: gateway.id,
        ip_pool_id: pool.row.id,
      }
      plan.rows.internet_gateway_ip_pool.push(attached)
      plan.note(gatewayPool, scope, attached)
    }
  }
  if (!names.find(row.id, defaultGatewayIdentity.name)) return
  for (const { name, description, ...own } of defaultRoutes)
    planRoute(plan, scope, {
      ...plan.named(path, `${row.system_router_id}/route`, { name, description, time_created }),
      vpc_router_id: row.system_router_id,
      ...own,
    })
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
  const names = new Register('firewall rule')
  const rules = listed?.map(({ targets, filters, ...rest }) => ({
    ...rest,
    targets: JSON.stringify(targets),
    filters: JSON.stringify(filters),
  }))
  for (const [index, value] of (
    rules ?? defaultRules(row.name).map((rule) => ({ ...rule, time_created }))
  ).entries()) {
    const at = `${path}.firewall_rules[${index}]`
    const { action, direction, status, priority, targets, filters } = value
    const rule = {
      ...plan.named(at, `${row.id}/firewall-rule`, value),
      vpc_id: row.id,
      action,
      direction,
      status,
      priority,
      targets,
      filters,
    }
    names.add(`${at}.name`, row.id, rule.name, rule)
    plan.rows.firewall_rule.push(rule)
    plan.note(firewallRule, scope, rule)
  }
}
