import type { NetworkSpec, ProtocolSpec, RuleSpec } from '@granary/compute/network.ts'
import { disjoint, FAMILIES, type Family, mergeRanges, rangeText, setOf } from './lists.ts'

type Direction = 'inbound' | 'outbound'

/** Returns the rules of the chains `in0`, `out0` and so on, one pair for each firewall, as `[chain, rule]`. */
export function firewallChains({ firewalls, rules }: NetworkSpec): [string, string][] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const chain = (name: string, ids: readonly string[], direction: Direction, last: string) =>
    [...ids.flatMap((id) => ruleLines(byId.get(id)!, direction)), last].map((line): [string, string] => [
      name,
      line,
    ])
  return firewalls.flatMap(({ inbound, outbound }, number) => [
    ...chain(`in${number}`, inbound, 'inbound', 'drop'),
    ...chain(`out${number}`, outbound, 'outbound', 'return'),
  ])
}

/** Returns a rule as lines of nft; it needs several for both families or several protocols. */
export function ruleLines(rule: RuleSpec, direction: Direction): string[] {
  // An outbound rule that allows must not end the way of a packet: the receiver's rules come after it.
  const verdict = rule.action === 'deny' ? 'drop' : direction === 'inbound' ? 'accept' : 'return'
  const side = direction === 'inbound' ? 'saddr' : 'daddr'
  return hostMatches(rule, side).flatMap(([family, hosts]) =>
    trafficMatches(rule, family).map((traffic) =>
      [...hosts, ...traffic, verdict, `comment "${rule.id}"`].join(' '),
    ),
  )
}

type Words = readonly string[]

function hostMatches({ hosts }: RuleSpec, side: string): [Family | null, Words][] {
  if (hosts === null) return [[null, []]]
  return FAMILIES.flatMap((family): [Family, Words][] => {
    const own = disjoint(hosts, family)
    return own.length === 0 ? [] : [[family, [family.ip, side, setOf(own)]]]
  })
}

function trafficMatches({ protocols, ports }: RuleSpec, family: Family | null): Words[] {
  const dport = ports && ['th', 'dport', setOf(mergeRanges(ports).map(rangeText))]
  const transports = (types: Words) => ['meta', 'l4proto', setOf(types), ...(dport ?? [])]
  if (protocols === null) return [dport ? transports(['tcp', 'udp']) : []]
  const types = protocols.flatMap((one) => (isIcmp(one) ? [] : [one.type]))
  return [
    ...(types.length === 0 ? [] : [transports([...new Set(types)])]),
    // ICMP has no ports.
    ...(dport ? [] : protocols.filter(isIcmp).flatMap((one) => icmpMatch(one, family))),
  ]
}

type Icmp = Extract<ProtocolSpec, { icmpType: unknown }>
const isIcmp = (protocol: ProtocolSpec): protocol is Icmp => 'icmpType' in protocol

function icmpMatch({ type, icmpType, codes }: Icmp, family: Family | null): Words[] {
  const [own, name, l4] =
    type === 'icmp' ? [FAMILIES[0], 'icmp', 'icmp'] : [FAMILIES[1], 'icmpv6', 'ipv6-icmp']
  if (family !== null && family !== own) return []
  const of = (field: string, value: string) => [name, field, value]
  return [
    [
      `meta nfproto ${own.version === 'v4' ? 'ipv4' : 'ipv6'} meta l4proto ${l4}`,
      ...(icmpType === null ? [] : of('type', String(icmpType))),
      ...(codes === null ? [] : of('code', rangeText(codes))),
    ],
  ]
}
