import { portRange } from '../firewall.ts'
import type { FirewallProtocol } from '../firewall.ts'
import { type TargetedRule, withTargets } from '../reachability/compiled-rule.ts'
import { offers } from '../reachability/leave.ts'
import type { ExternalIpIn, InterfaceIn, Network } from '../reachability/network.ts'
import { type Index, indexOf } from '../reachability/places.ts'
import { inOrder } from '../reachability/rules.ts'
import { firewallsOf } from './firewalls.ts'
import { hostsFinder } from './hosts.ts'
import { routeFinder } from './routes.ts'
import type { ExternalSpec, InterfaceSpec, NetworkSpec, ProtocolSpec, RoutedSpec, RuleSpec } from './spec.ts'

/** A network with the facts that only its hosts need. */
export type HostedNetwork = Omit<Network, 'interfaces' | 'externalIps'> & {
  vni: number
  interfaces: readonly (InterfaceIn & { mac: string })[]
  externalIps: readonly (ExternalIpIn & { firstPort: number; lastPort: number })[]
}

/**
 * Returns what hosts need to carry out a network, without its version: complete, with all names resolved, in an order that
 * depends on the content only. Takes n log n of its size.
 */
export function makeSpec(network: HostedNetwork): Omit<NetworkSpec, 'version'> {
  const index = indexOf(network)
  const rules = effectiveRules(index)
  const interfaces = network.interfaces.toSorted(byId)
  const routesOf = routeFinder(index)
  const { firewalls, firewallOf } = firewallsOf(interfaces, rules)
  return {
    id: network.vpc.id,
    vni: network.vni,
    subnets: network.subnets
      .map((subnet) => ({
        id: subnet.id,
        ipv4Block: subnet.ipv4Block,
        ipv6Block: subnet.ipv6Block,
        routes: routesOf(subnet),
      }))
      .toSorted(byId),
    interfaces: interfaces.map((one) => interfaceSpec(one, firewallOf.get(one)!)),
    firewalls,
    rules: rules.map(({ spec }) => spec),
    external: externalOf(network),
    routed: routedOf(network),
  }
}

const byId = (one: { id: string }, other: { id: string }): number =>
  one.id < other.id ? -1 : Number(one.id > other.id)

type Effective = TargetedRule & { spec: RuleSpec }

/** Returns the rules that can decide about a packet, in their order. */
function effectiveRules(index: Index): Effective[] {
  const networksOf = hostsFinder(index)
  const enabled = index.network.rules.filter(({ status }) => status === 'enabled').toSorted(inOrder)
  return withTargets(index, enabled).flatMap((targeted) => {
    if (targeted.targets.size === 0) return []
    const hosts = targeted.rule.filters.hosts
    const networks = hosts ? networksOf(hosts) : null
    if (networks?.length === 0) return []
    return [{ ...targeted, spec: ruleSpec(targeted, networks) }]
  })
}

const ruleSpec = ({ rule: { id, action, filters } }: TargetedRule, hosts: string[] | null): RuleSpec => ({
  id,
  action,
  hosts,
  protocols: filters.protocols?.length ? filters.protocols.map(protocolSpec) : null,
  ports: filters.ports?.length ? filters.ports.flatMap((text) => portRange(text) ?? []) : null,
})

function protocolSpec(protocol: FirewallProtocol): ProtocolSpec {
  if (!('value' in protocol) || !protocol.value)
    return protocol.type === 'tcp' || protocol.type === 'udp'
      ? { type: protocol.type }
      : { type: protocol.type, icmpType: null, codes: null }
  const { icmpType, code } = protocol.value
  const [first, last] = code == null ? [] : code.split('-').map(Number)
  return {
    type: protocol.type,
    icmpType,
    codes: first === undefined ? null : { first, last: last ?? first },
  }
}

const interfaceSpec = (one: HostedNetwork['interfaces'][number], firewall: number): InterfaceSpec => ({
  id: one.id,
  machineId: one.instance.id,
  subnetId: one.subnetId,
  mac: one.mac,
  primary: one.primary,
  addresses: [...one.ips],
  transit: [...one.transitIps],
  firewall,
})

const primaryOf = ({ interfaces }: HostedNetwork) =>
  new Map(interfaces.filter((one) => one.primary).map((one) => [one.instance.id, one]))

function routedOf(network: HostedNetwork): RoutedSpec[] {
  const primary = primaryOf(network)
  return network.externalSubnets
    .flatMap(({ subnet, instanceId }) => {
      const at = primary.get(instanceId)
      return at ? [{ subnet, interfaceId: at.id }] : []
    })
    .toSorted((a, b) => (a.subnet < b.subnet ? -1 : 1))
}

const KINDS = ['floating', 'ephemeral', 'snat']

function externalOf(network: HostedNetwork): ExternalSpec[] {
  const { externalIps, gateways } = network
  const primary = primaryOf(network)
  return externalIps
    .flatMap((one) => {
      const at = primary.get(one.instanceId)
      if (!at) return []
      return [
        {
          kind: one.kind,
          address: one.ip,
          interfaceId: at.id,
          ports: { first: one.firstPort, last: one.lastPort },
          gatewayIds: gateways
            .filter((gateway) => offers(gateway, one))
            .map(({ id }) => id)
            .toSorted(),
        },
      ]
    })
    .toSorted(
      (a, b) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        (a.address < b.address ? -1 : Number(a.address > b.address)) ||
        a.ports.first - b.ports.first,
    )
}
