import {
  TAGGED_FIELDS,
  ROUTER_FIELDS,
  SUBNET_FIELDS,
  VPC_FIELDS,
} from '@granary/domain/list-filter/fields.ts'
import { choice, taggedSources, reference, text } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import type { VpcFirewallRule } from '@granary/contract/firewall-rules.ts'
import type { RouterRoute } from '@granary/contract/vpc-routers.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { Tag } from '@granary/domain/tags.ts'
import type { z } from 'zod'
import type { FirewallRuleRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { project } from './project.ts'

export const vpc = kind({
  kind: 'vpc',
  table: 'vpc',
  selector: 'vpc',
  filter: listFilter(VPC_FIELDS, { ...taggedSources, dns_name: text('dns_name') }),
  parent: inside(project, 'project_id'),
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    dnsName: row.dns_name,
    ipv6Prefix: row.ipv6_prefix,
    systemRouterId: row.system_router_id,
  }),
})

export const subnet = kind({
  kind: 'vpc-subnet',
  table: 'vpc_subnet',
  selector: 'subnet',
  filter: listFilter(SUBNET_FIELDS, {
    ...taggedSources,
    router: reference('vpc_router', 'custom_router_id'),
  }),
  parent: inside(vpc, 'vpc_id'),
  view: (row) => ({
    ...identityView(row),
    vpcId: row.vpc_id,
    ipv4Block: row.ipv4_block,
    ipv6Block: row.ipv6_block,
    customRouterId: row.custom_router_id,
  }),
})

export const router = kind({
  kind: 'vpc-router',
  table: 'vpc_router',
  selector: 'router',
  filter: listFilter(ROUTER_FIELDS, { ...taggedSources, kind: choice('kind') }),
  parent: inside(vpc, 'vpc_id'),
  view: (row) => ({ ...identityView(row), vpcId: row.vpc_id, kind: row.kind }),
})

export const route = kind({
  kind: 'router-route',
  table: 'router_route',
  selector: 'route',
  parent: inside(router, 'vpc_router_id'),
  view: (row) => ({
    ...identityView(row),
    vpcRouterId: row.vpc_router_id,
    kind: row.kind,
    destination: storedJson<z.output<typeof RouterRoute>['destination']>(row.destination),
    target: storedJson<z.output<typeof RouterRoute>['target']>(row.target),
  }),
})

export const internetGateway = kind({
  kind: 'internet-gateway',
  table: 'internet_gateway',
  selector: 'gateway',
  filter: listFilter(TAGGED_FIELDS, taggedSources),
  parent: inside(vpc, 'vpc_id'),
  view: (row) => ({ ...identityView(row), vpcId: row.vpc_id }),
})

/** A pool whose addresses a gateway uses. */
export const gatewayPool = kind({
  kind: 'internet-gateway-ip-pool',
  table: 'internet_gateway_ip_pool',
  selector: 'pool',
  parent: inside(internetGateway, 'internet_gateway_id'),
  view: (row) => ({
    ...identityView(row),
    internetGatewayId: row.internet_gateway_id,
    ipPoolId: row.ip_pool_id,
  }),
})

/** The address that a gateway uses instead of those of its pools. */
export const gatewayAddress = kind({
  kind: 'internet-gateway-ip-address',
  table: 'internet_gateway_ip_address',
  selector: 'address',
  parent: inside(internetGateway, 'internet_gateway_id'),
  view: (row) => ({
    ...identityView(row),
    internetGatewayId: row.internet_gateway_id,
    address: fromFixedWidth(row.address),
  }),
})

type Rule = z.output<typeof VpcFirewallRule>

const firewallRuleView = (row: FirewallRuleRow, parse: typeof storedJson) => ({
  ...identityView(row),
  vpcId: row.vpc_id,
  action: row.action,
  direction: row.direction,
  status: row.status,
  priority: row.priority,
  targets: parse<Rule['targets']>(row.targets),
  targetTags: parse<Tag[]>(row.target_tags),
  filters: parse<Rule['filters']>(row.filters),
})

export const firewallRule = kind({
  kind: 'vpc-firewall-rule',
  table: 'firewall_rule',
  selector: 'rule',
  parent: inside(vpc, 'vpc_id'),
  view: (row) => firewallRuleView(row, storedJson),
})

/** Returns the view of many rules, which parses equal lists once: most of a rule is that of others, or stays the same when it changes. */
export function viewOfRules(): typeof firewallRule.view {
  const parsed = new Map<string, unknown>()
  const parse = <Value>(text: string): Value => {
    const known = parsed.get(text) as Value | undefined
    if (known !== undefined) return known
    const value = storedJson<Value>(text)
    parsed.set(text, value)
    return value
  }
  return (row) => firewallRuleView(row, parse)
}
