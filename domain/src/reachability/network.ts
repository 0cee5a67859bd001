import type { FirewallRuleDraft } from '../firewall.ts'
import type { Tag } from '../tags.ts'
import type { RouteDraft, RouteKind, RouterKind } from '../routes.ts'

/** A resource by which an answer refers to it. */
export type Ref = { id: string; name: string }

export type SubnetIn = Ref & { ipv4Block: string; ipv6Block: string; customRouterId?: string | null }
export type RouterIn = Ref & { kind: RouterKind }
export type RouteIn = Ref & RouteDraft & { vpcRouterId: string; kind: RouteKind }
/** A gateway with the pools and the address that packets may leave from. */
export type GatewayIn = Ref & { poolIds: readonly string[]; addresses: readonly string[] }
/** A network interface of an instance. Addresses are in canonical form. */
export type InterfaceIn = Ref & {
  instance: Ref
  /** Those of the instance, by which rules name it. */
  tags?: readonly Tag[] | undefined
  subnetId: string
  primary: boolean
  ips: readonly string[]
  transitIps: readonly string[]
}
/** An external address of an instance. A `snat` address is for sending only. */
export type ExternalIpIn = {
  kind: 'snat' | 'ephemeral' | 'floating'
  ip: string
  ipPoolId: string
  instanceId: string
}
/** A network of external addresses that is attached to an instance, which gets their packets as they are. */
export type ExternalSubnetIn = { subnet: string; instanceId: string }
export type RuleIn = Ref &
  Pick<FirewallRuleDraft, 'targets' | 'targetTags' | 'filters'> & {
    action: 'allow' | 'deny'
    direction: 'inbound' | 'outbound'
    status: 'enabled' | 'disabled'
    priority: number
  }

/** Everything in a VPC that decides which packets arrive. */
export type Network = {
  vpc: Ref
  subnets: readonly SubnetIn[]
  routers: readonly RouterIn[]
  routes: readonly RouteIn[]
  gateways: readonly GatewayIn[]
  interfaces: readonly InterfaceIn[]
  externalIps: readonly ExternalIpIn[]
  externalSubnets: readonly ExternalSubnetIn[]
  rules: readonly RuleIn[]
}

/** The traffic of a question. ICMP stands for an echo request: a ping. */
export type Traffic = { protocol: 'tcp' | 'udp'; port: number } | { protocol: 'icmp' }
