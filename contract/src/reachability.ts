import { endProblem } from '@granary/domain/reachability/ends.ts'
import { z } from 'zod'
import { IpVersion } from './external-ips.ts'
import { VpcFirewallRuleUpdate } from './firewall-rules.ts'
import { on } from './needs.ts'
import { family, post } from './operation.ts'
import { checkedText, inProject, Uuid } from './scalars.ts'
import { NetworkGap } from './vpcs.ts'
import { RouteDestination, RouterRouteCreate, RouteTarget } from './vpc-routers.ts'

const MAX_END = 256
const end = (description: string) => checkedText(endProblem, MAX_END).meta({ description })
const FORMS = '`internet`, `instance/NAME`, `interface/INSTANCE/NAME` (with names or IDs), or an IP address'

export const ReachabilityQuestion = z
  .object({
    from: end(`Where the packets come from: ${FORMS}`),
    to: end(`Where the packets go: ${FORMS}`),
    protocol: z
      .enum(['tcp', 'udp', 'icmp'])
      .default('tcp')
      .meta({ description: 'Protocol of the packets; `icmp` stands for a ping' }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .nullish()
      .meta({ description: 'Destination port; needed for `tcp` and `udp`' }),
    ipVersion: IpVersion.nullish().meta({
      description: 'Family of the packets. One that both ends have when left out, IPv4 first',
    }),
  })
  .meta({ id: 'ReachabilityQuestion' })

const ref = (what: string) =>
  z
    .object({
      id: Uuid.meta({ description: 'ID of the resource' }),
      name: z.string().meta({ description: 'Name of the resource' }),
    })
    .meta({ description: what })
const interfaceRef = z
  .object({
    id: Uuid.meta({ description: 'ID of the interface' }),
    name: z.string().meta({ description: 'Name of the interface' }),
    instance: ref('Instance of the interface'),
  })
  .meta({ description: 'Network interface' })
const ruleRef = z.object({
  id: Uuid.meta({ description: 'ID of the rule' }),
  name: z.string().meta({ description: 'Name of the rule' }),
  action: z.enum(['allow', 'deny']).meta({ description: 'Whether the rule allows or denies' }),
  priority: z.int().meta({ description: 'Priority of the rule' }),
})
const routeRef = z.object({
  id: Uuid.meta({ description: 'ID of the route' }),
  name: z.string().meta({ description: 'Name of the route' }),
  router: ref('Router of the route'),
  destination: RouteDestination.meta({ description: 'Where packets want to go' }),
  target: RouteTarget.meta({ description: 'Where they are sent' }),
})
const text = z.string().meta({ description: 'The same as a sentence' })

const Hop = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('interface'),
      interface: interfaceRef,
      address: z.string().meta({ description: 'Address of the interface' }),
      text,
    }),
    z.object({
      type: z.literal('subnet'),
      subnet: ref('Subnet that the packets leave'),
      block: z.string().meta({ description: 'Network of the subnet' }),
      text,
    }),
    z.object({
      type: z.literal('firewall'),
      interface: interfaceRef,
      direction: z.enum(['inbound', 'outbound']).meta({ description: 'To or from the interface' }),
      action: z.enum(['allow', 'deny']).meta({ description: 'Whether the packets pass' }),
      rule: ruleRef.nullable().meta({
        description: 'Rule that decides; null if none matches: then inbound packets are denied',
      }),
      shadowed: z.array(ruleRef).meta({ description: 'Rules that match too, but come later' }),
      text,
    }),
    z.object({
      type: z.literal('route'),
      subnet: ref('Subnet whose routes apply'),
      route: routeRef.nullable().meta({ description: 'Most specific route; null if none matches' }),
      beaten: z.array(routeRef).meta({ description: 'Routes that match too, but are less specific' }),
      text,
    }),
    z.object({
      type: z.literal('gateway'),
      gateway: ref('Internet gateway'),
      address: z.string().meta({ description: 'External address that the packets leave from' }),
      text,
    }),
    z.object({
      type: z.literal('external_ip'),
      address: z.string().meta({ description: 'External address' }),
      instance: ref('Instance that gets the packets'),
      text,
    }),
    z.object({
      type: z.literal('internet'),
      address: z.string().nullable().meta({ description: 'Address; null for any' }),
      text,
    }),
  ])
  .meta({ id: 'ReachabilityHop' })

const OBSTACLES = [
  'denied',
  'no_route',
  'dropped',
  'no_target',
  'no_interface',
  'no_external_ip',
  'not_primary',
  'other_gateway',
  'private_address',
  'transit',
  'loop',
  'too_far',
  'other_sender',
] as const

const Draft = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('rule'),
      rule: VpcFirewallRuleUpdate.meta({ description: 'Firewall rule to add' }),
      text,
    }),
    z.object({
      type: z.literal('route'),
      router: ref('Router of the new route'),
      route: RouterRouteCreate.meta({ description: 'Route to add' }),
      text,
    }),
    z.object({
      type: z.literal('route_target'),
      route: routeRef.meta({ description: 'Route to change' }),
      target: RouteTarget.meta({ description: 'New target of the route' }),
      text,
    }),
  ])
  .meta({ id: 'ReachabilityDraft' })

export const Reachability = z
  .object({
    reachable: z.boolean().meta({ description: 'Whether packets arrive and replies come back' }),
    text,
    ipVersion: IpVersion.meta({ description: 'Family of the packets' }),
    there: z.array(Hop).meta({ description: 'Way of the packets, as far as they get' }),
    back: z
      .array(Hop)
      .meta({ description: 'Way of the replies, which firewalls pass. Empty if the packets do not arrive' }),
    obstacle: z
      .object({
        way: z.enum(['there', 'back']).meta({ description: 'Whether it stops packets or replies' }),
        code: z.enum(OBSTACLES).meta({ description: 'Kind of the obstacle' }),
        text,
      })
      .nullable()
      .meta({ description: 'Why packets do not arrive; null if they do' }),
    draft: Draft.nullable().meta({
      description: 'Change that removes the obstacle; null if no rule or route can',
    }),
    forwarders: z
      .array(ref('Instance'))
      .meta({ description: 'Instances that must forward the packets themselves' }),
    gaps: z.array(NetworkGap).meta({ description: 'Gaps of the network that may concern the packets' }),
  })
  .meta({ id: 'Reachability' })

export const reachability = family('vpcs', {
  vpcExplain: post('/experimental/v1/vpcs/{vpc}/reachability', {
    summary: 'Explain reachability',
    description:
      'Follows packets from one end to another through routes, gateways and firewall rules, and the replies back. Says what stops them, and drafts the change that would let them pass. Nothing is changed.',
    needsSpace: false,
    needs: on('vpc', 'read'),
    changes: [],
    shows: [
      'vpc',
      'vpc-subnet',
      'vpc-router',
      'router-route',
      'internet-gateway',
      'internet-gateway-ip-pool',
      'internet-gateway-ip-address',
      'vpc-firewall-rule',
      'instance',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
    ],
    query: inProject,
    body: ReachabilityQuestion,
    response: Reachability,
    status: 200,
  }),
})
