import type { FirewallHost } from '../firewall.ts'
import type { IpVersion } from '../ip.ts'
import type { RouteDestination, RouteDraft, RouteTarget } from '../routes.ts'
import type { Ref, RuleIn, Traffic } from './network.ts'

export type RouteRef = Ref & { router: Ref; destination: RouteDestination; target: RouteTarget }
export type RuleRef = Ref & Pick<RuleIn, 'action' | 'priority'>
export type InterfaceRef = Ref & { instance: Ref }

/** One place on the way of the packets, in their order. */
export type Hop =
  | { type: 'interface'; interface: InterfaceRef; address: string }
  | { type: 'subnet'; subnet: Ref; block: string }
  | {
      type: 'firewall'
      interface: InterfaceRef
      direction: 'inbound' | 'outbound'
      action: 'allow' | 'deny'
      /** The rule that decides; null if no rule matches: then inbound packets are denied, and outbound ones allowed. */
      rule: RuleRef | null
      /** Rules that match too, but come later. */
      shadowed: RuleRef[]
    }
  | {
      type: 'route'
      subnet: Ref
      /** The route to the longest prefix; null if no route matches. */
      route: RouteRef | null
      /** Routes that match too, but are less specific. */
      beaten: RouteRef[]
    }
  | {
      type: 'gateway'
      gateway: Ref
      /** The external address that the packets leave from. */
      address: string
    }
  | {
      /** An external address, whose packets the network passes to its instance. */
      type: 'external_ip'
      address: string
      instance: Ref
    }
  | { type: 'internet'; address: string | null }

/** Why packets do not arrive. */
export type Obstacle =
  | { code: 'denied'; hop: Extract<Hop, { type: 'firewall' }> }
  | { code: 'no_route'; subnet: Ref }
  | { code: 'dropped'; route: RouteRef }
  | { code: 'no_target'; route: RouteRef }
  | { code: 'no_interface'; address: string }
  | { code: 'no_external_ip'; interface: InterfaceRef; version: IpVersion; sends: boolean }
  | { code: 'not_primary'; interface: InterfaceRef }
  | { code: 'other_gateway'; gateway: Ref; instance: Ref; version: IpVersion; address: string | null }
  | { code: 'private_address'; gateway: Ref; address: string }
  | { code: 'transit'; interface: InterfaceRef; address: string | null }
  | { code: 'loop'; interface: InterfaceRef }
  | { code: 'too_far'; interface: InterfaceRef }
  | { code: 'other_sender'; interface: InterfaceRef; address: string }

/** A firewall rule that does not exist yet. */
export type RuleDraft = Omit<RuleIn, 'id' | 'targets' | 'targetTags' | 'filters'> & {
  description: string
  targets: FirewallHost[]
  filters: {
    hosts: FirewallHost[] | null
    ports: string[] | null
    protocols: ({ type: 'tcp' | 'udp' } | { type: 'icmp' | 'icmp6'; value: null })[]
  }
}

/** A change that removes the obstacle. */
export type Draft =
  | { type: 'rule'; rule: RuleDraft }
  | { type: 'route'; router: Ref; route: RouteDraft & { name: string; description: string } }
  | { type: 'route_target'; route: RouteRef; target: RouteTarget }

/** The answer to a question: whether packets arrive, and the ways there and back. */
export type Answer = {
  reachable: boolean
  version: IpVersion
  traffic: Traffic
  there: Hop[]
  /** Way of the replies. Firewalls pass them, because they belong to a connection that was allowed. */
  back: Hop[]
  obstacle: (Obstacle & { way: 'there' | 'back' }) | null
  /** A change that removes the obstacle; null if there is none to draft. */
  draft: Draft | null
  /** Instances that must forward packets themselves. */
  forwarders: Ref[]
}
