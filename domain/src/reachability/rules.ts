import type { FirewallHost, FirewallProtocol } from '../firewall.ts'
import { portRange } from '../firewall.ts'
import { appliesTo, targetsOf } from '../firewall-targets.ts'
import type { IpVersion } from '../ip.ts'
import { fixedWidth } from '../ip.ts'
import type { Hop, RuleRef } from './answer.ts'
import type { InterfaceIn, RuleIn, Traffic } from './network.ts'
import { blockOf, holds, type Index, interfaceRef, type Place } from './places.ts'

/** ICMP types of an echo request. */
const ECHO = { v4: 8, v6: 128 }

/** Order in which rules decide: by priority, denying before allowing rules, then by name. */
export const inOrder = (one: RuleIn, other: RuleIn): number =>
  one.priority - other.priority ||
  Number(one.action === 'allow') - Number(other.action === 'allow') ||
  (one.name < other.name ? -1 : Number(one.name > other.name))

/** Whether a host filter has a place. Names that nothing has match nothing. */
export function hostHas(index: Index, { type, value }: FirewallHost, place: Place): boolean {
  switch (type) {
    case 'vpc':
      return place.inside && value === index.network.vpc.name
    case 'subnet': {
      const subnet = index.subnetsByName.get(value)
      return subnet !== undefined && place.inside && holds(blockOf(subnet, place.version), place)
    }
    case 'instance': {
      const { address } = place
      return (
        address !== null && (index.interfacesOf.get(value) ?? []).some(({ ips }) => ips.includes(address))
      )
    }
    case 'ip':
      return value === place.address || (value.includes(':') && fixedWidth(value) === place.fixed)
    case 'ip_net':
      return holds(value, place)
  }
}

/** Whether a rule has an interface among its targets. */
export const isTarget = (
  index: Index,
  rule: RuleIn,
  { instance, subnetId, ips, tags = [] }: InterfaceIn,
): boolean => {
  const subnet = index.subnets.get(subnetId)
  return appliesTo(targetsOf(rule), {
    instance: instance.name,
    vpc: index.network.vpc.name,
    subnets: subnet ? [subnet.name] : [],
    ips,
    tags,
  })
}

const protocolHas = (protocol: FirewallProtocol, traffic: Traffic, version: IpVersion): boolean => {
  if (protocol.type === 'tcp' || protocol.type === 'udp') return protocol.type === traffic.protocol
  if (traffic.protocol !== 'icmp' || protocol.type !== (version === 'v4' ? 'icmp' : 'icmp6')) return false
  if (!protocol.value) return true
  const { icmpType, code } = protocol.value
  if (icmpType !== ECHO[version]) return false
  // The code of an echo request is 0.
  return code == null || Number(code.split('-')[0]) === 0
}

const portHas = (text: string, port: number): boolean => {
  const range = portRange(text)
  return range !== null && range.first <= port && port <= range.last
}

/** Whether the filters of a rule have this traffic. A filter for ports matches no ICMP, which has none. */
export function hasTraffic(
  { filters: { ports, protocols } }: RuleIn,
  traffic: Traffic,
  version: IpVersion,
): boolean {
  if (protocols?.length && !protocols.some((one) => protocolHas(one, traffic, version))) return false
  if (!ports?.length) return true
  return traffic.protocol !== 'icmp' && ports.some((text) => portHas(text, traffic.port))
}

const matches = (
  index: Index,
  rule: RuleIn,
  { own, other, traffic }: { own: InterfaceIn; other: Place; traffic: Traffic },
): boolean =>
  hasTraffic(rule, traffic, other.version) &&
  (rule.filters.hosts == null || rule.filters.hosts.some((host) => hostHas(index, host, other))) &&
  isTarget(index, rule, own)

export const ruleRef = ({ id, name, action, priority }: RuleIn): RuleRef => ({ id, name, action, priority })

/** Returns what the firewall of an interface decides. Without a matching rule it denies inbound packets only. */
export function decide(
  index: Index,
  direction: 'inbound' | 'outbound',
  packet: { own: InterfaceIn; other: Place; traffic: Traffic },
): Extract<Hop, { type: 'firewall' }> {
  const [first, ...shadowed] = index.network.rules
    .filter(
      (rule) => rule.status === 'enabled' && rule.direction === direction && matches(index, rule, packet),
    )
    .toSorted(inOrder)
  return {
    type: 'firewall',
    interface: interfaceRef(packet.own),
    direction,
    action: first?.action ?? (direction === 'inbound' ? 'deny' : 'allow'),
    rule: first ? ruleRef(first) : null,
    shadowed: shadowed.map(ruleRef),
  }
}
