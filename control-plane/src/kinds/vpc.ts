import type { VpcFirewallRule } from '@granary/contract/firewall-rules.ts'
import type { RouterRoute } from '@granary/contract/vpc-routers.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { z } from 'zod'
import type { FirewallRuleRow } from '../database/schema.ts'
import { kind } from '../kit/kind.ts'
import { identityView, inside } from '../kit/resource.ts'
import { project } from './project.ts'

export const vpc = kind({
  kind: 'vpc',
  table: 'vpc',
  selector: 'vpc',
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
    destination: JSON.parse(row.destination) as z.output<typeof RouterRoute>['destination'],
    target: JSON.parse(row.target) as z.output<typeof RouterRoute>['target'],
  }),
})

export const internetGateway = kind({
  kind: 'internet-gateway',
  table: 'internet_gateway',
  selector: 'gateway',
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

/** Returns a rule as the API shows it. @param parse parses the text of a list. */
export const firewallRuleView = (row: FirewallRuleRow, parse: (text: string) => unknown = JSON.parse) => ({
  ...identityView(row),
  vpcId: row.vpc_id,
  action: row.action,
  direction: row.direction,
  status: row.status,
  priority: row.priority,
  targets: parse(row.targets) as Rule['targets'],
  filters: parse(row.filters) as Rule['filters'],
})

export const firewallRule = kind({
  kind: 'vpc-firewall-rule',
  table: 'firewall_rule',
  selector: 'rule',
  parent: inside(vpc, 'vpc_id'),
  view: (row) => firewallRuleView(row),
})
