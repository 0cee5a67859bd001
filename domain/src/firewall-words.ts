import type { FirewallHost, FirewallProtocol, FirewallTarget } from './firewall.ts'
import { targetsOf } from './firewall-targets.ts'
import { icmpTypeName } from './icmp.ts'
import type { Tag } from './tags.ts'

/** Names of the types of host filters. */
export const HOST_TYPES: Record<FirewallHost['type'], string> = {
  vpc: 'VPC',
  subnet: 'VPC subnet',
  instance: 'Instance',
  ip: 'IP',
  ip_net: 'IP subnet',
}

/** Names of the types of targets. */
export const TARGET_TYPES: Record<FirewallTarget['type'], string> = { ...HOST_TYPES, tag: 'Tag' }

/** Names of the protocols of a rule. */
export const PROTOCOLS: Record<FirewallProtocol['type'], string> = {
  tcp: 'TCP',
  udp: 'UDP',
  icmp: 'ICMPv4',
  icmp6: 'ICMPv6',
}

/** Returns the words for a protocol filter: `TCP`, `ICMPv4 (All types)`, `ICMPv4 8 - Echo Request | Code 0`. */
export function protocolText(protocol: FirewallProtocol): string {
  const name = PROTOCOLS[protocol.type]
  if (protocol.type === 'tcp' || protocol.type === 'udp') return name
  const value = 'value' in protocol ? protocol.value : null
  if (!value) return `${name} (All types)`
  const type = `${name} ${value.icmpType} - ${icmpTypeName(protocol.type, value.icmpType)}`
  return value.code == null ? type : `${type} | Code ${value.code}`
}

/** The fields of a rule that its sentence mentions. */
export type RuleInWords = {
  action: 'allow' | 'deny'
  direction: 'inbound' | 'outbound'
  targets: readonly FirewallHost[]
  targetTags?: readonly Tag[] | null | undefined
  filters: {
    hosts?: readonly FirewallHost[] | null
    ports?: readonly string[] | null
    protocols?: readonly FirewallProtocol[] | null
  }
}

/**
 * Returns a rule as a sentence: "Allows TCP to port 22 from anywhere to VPC default." An empty list of hosts matches
 * nothing, and a missing one everything.
 */
export function ruleSentence({ action, direction, filters, ...rule }: RuleInWords): string {
  const targets = targetsOf(rule)
  const verb = action === 'allow' ? 'Allows' : 'Denies'
  const nowhere = targets.length === 0 || filters.hosts?.length === 0
  if (nowhere) return `${verb} nothing: the rule has no ${targets.length === 0 ? 'targets' : 'hosts'}.`
  const own = listed(targets.map(hostText))
  const others = filters.hosts ? listed(filters.hosts.map(hostText)) : 'anywhere'
  const [from, to] = direction === 'inbound' ? [others, own] : [own, others]
  return `${verb} ${trafficText(filters)} from ${from} to ${to}.`
}

function trafficText({ ports, protocols }: RuleInWords['filters']): string {
  const what = protocols?.length ? listed(protocols.map(shortProtocol)) : 'all traffic'
  if (!ports?.length) return what
  const isOne = ports.length === 1 && !ports[0]!.includes('-')
  return `${what} to ${isOne ? 'port' : 'ports'} ${listed(ports)}`
}

const shortProtocol = (protocol: FirewallProtocol): string =>
  protocolText(protocol)
    .replace(' (All types)', '')
    .replace(/ \d+ - (.*?)(?: \| Code (.*))?$/, (_, name: string, code?: string) =>
      code === undefined ? ` (${name})` : ` (${name}, code ${code})`,
    )

const hostText = ({ type, value }: FirewallTarget): string => HOST_WORDS[type] + value

const HOST_WORDS: Record<FirewallTarget['type'], string> = {
  vpc: 'VPC ',
  subnet: 'subnet ',
  instance: 'instance ',
  ip: '',
  ip_net: '',
  tag: 'instances with tag ',
}

/** Most entries of one list in a sentence; the rest is counted. */
const MAX_LISTED = 3

/** `a`, `a and b`, `a, b and c`, `a, b and 4 more`. */
function listed(texts: readonly string[]): string {
  const shown = texts.length > MAX_LISTED ? texts.slice(0, MAX_LISTED - 1) : texts
  const rest = texts.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
