import { ipNetProblem, ipProblem, portRangeProblem } from './ip.ts'
import { nameProblem } from './names.ts'

/** Most rules of one VPC, and most entries of one list of a rule. */
export const MAX_FIREWALL_RULES = 1024
export const MAX_FIREWALL_ENTRIES = 256
/** The lower number wins; 0 is the strongest. */
export const MAX_FIREWALL_PRIORITY = 65_535

/** Instances that a rule is for, or the other end of the traffic. */
export type FirewallHost = { type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net'; value: string }
/** ICMP without a value is any; without a code it is any of its type. A code is a number or a range: `0-5`. */
export type FirewallProtocol =
  | { type: 'tcp' | 'udp' }
  | { type: 'icmp' | 'icmp6'; value?: { icmpType: number; code?: string | null } | null }

/** What of a rule can be wrong by itself. A filter that is null or left out lets everything through. */
export type FirewallRuleDraft = {
  name: string
  targets: readonly FirewallHost[]
  filters: {
    hosts?: readonly FirewallHost[] | null
    ports?: readonly string[] | null
    protocols?: readonly FirewallProtocol[] | null
  }
}

/** What is wrong and where; the label is null when it is not one field that is wrong. */
export type FirewallProblem = { label: string | null; message: string }

/**
 * What is wrong with the whole set of rules of a VPC, or null. Names of instances and subnets are not looked up: one that
 * nobody has matches nothing. A rule may name its own VPC only.
 */
export function firewallRulesProblem(
  rules: readonly FirewallRuleDraft[],
  vpcName: string,
): FirewallProblem | null {
  if (rules.length > MAX_FIREWALL_RULES)
    return { label: 'rules', message: `max length ${MAX_FIREWALL_RULES}` }
  const duplicates = duplicatesOf(rules.map((rule) => rule.name))
  if (duplicates.length > 0)
    return {
      label: 'rules',
      message: `duplicate rule names: ${duplicates.map((name) => `"${name}"`).join(', ')}`,
    }
  for (const rule of rules) {
    const problem = ruleProblem(rule, vpcName)
    if (problem) return problem
  }
  return null
}

function ruleProblem({ targets, filters }: FirewallRuleDraft, vpcName: string): FirewallProblem | null {
  const { hosts, ports, protocols } = filters
  const lists = { targets, 'filters.hosts': hosts, 'filters.ports': ports, 'filters.protocols': protocols }
  for (const [label, list] of Object.entries(lists))
    if ((list?.length ?? 0) > MAX_FIREWALL_ENTRIES)
      return { label, message: `max length ${MAX_FIREWALL_ENTRIES}` }
  return (
    hostsProblem('targets', 'target', targets, vpcName) ??
    hostsProblem('filters.hosts', 'host filter', hosts ?? [], vpcName) ??
    firstProblem(ports ?? [], portProblem) ??
    firstProblem(protocols ?? [], protocolProblem)
  )
}

function hostsProblem(label: string, kind: string, hosts: readonly FirewallHost[], vpcName: string) {
  for (const host of hosts) {
    const message = firewallHostProblem(host)
    if (message) return { label, message: `${host.value}: ${message}` }
    if (host.type === 'vpc' && host.value !== vpcName)
      return { label: null, message: `cross-VPC ${kind} is not supported: "${host.value}"` }
  }
  return null
}

function portProblem(text: string): FirewallProblem | null {
  const range = portRange(text)
  if (range && range.last < range.first)
    return { label: 'l4_port_range', message: 'range has larger start value than end value' }
  const message = portRangeProblem(text)
  return message ? { label: 'filters.ports', message: `${text}: ${message}` } : null
}

function protocolProblem(protocol: FirewallProtocol): FirewallProblem | null {
  if (!('value' in protocol) || !protocol.value) return null
  const { icmpType, code } = protocol.value
  const type = icmpTypeProblem(String(icmpType))
  if (type) return { label: 'icmp_type', message: type }
  const message = code == null ? null : icmpCodeProblem(code)
  return message ? { label: 'code', message } : null
}

const firstProblem = <Item>(items: readonly Item[], problem: (item: Item) => FirewallProblem | null) => {
  for (const item of items) {
    const found = problem(item)
    if (found) return found
  }
  return null
}

/** What comes more than once, each once. */
const duplicatesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]

/**
 * What is wrong with the value of a target or host filter, or null.
 * @param label what the field for a name is called.
 */
export function firewallHostProblem({ type, value }: FirewallHost, label = 'Name'): string | null {
  switch (type) {
    case 'ip':
      return ipProblem(value)
    case 'ip_net':
      return ipNetProblem(value)
    case 'vpc':
    case 'subnet':
    case 'instance':
      return nameProblem(value, label)
  }
}

/** Both ends of a port or range of ports as numbers, whatever they are; null when it is written wrong. */
export function portRange(text: string): { first: number; last: number } | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim())
  return match && { first: Number(match[1]), last: Number(match[2] ?? match[1]) }
}

/** What is wrong with a new port filter beside those that are there, or null. Both fields are text as it is typed. */
export function newPortProblem(text: string, others: readonly string[]): string | null {
  return portRangeProblem(text) ?? (others.includes(text.trim()) ? 'Port range already added' : null)
}

/** What is wrong with the name of a rule beside the other rules of its VPC, or null. */
export const firewallNameProblem = (name: string, others: readonly string[]): string | null =>
  nameProblem(name) ??
  (others.includes(name) ? 'Name taken. To update an existing rule, edit it directly.' : null)

const MAX_ICMP = 255
const isIcmpNumber = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MAX_ICMP

/** What is wrong with a type of ICMP, or null; blank is any type. */
export const icmpTypeProblem = (text: string): string | null =>
  text.trim() === '' || isIcmpNumber(text.trim())
    ? null
    : `ICMP type must be a number between 0 and ${MAX_ICMP}`

/** What people type for a range of codes as it is sent: any dash is a dash, and one is enough. */
export const normalizeIcmpCode = (text: string): string => text.trim().replace(/[-\u2013\u2014]+/g, '-')

/** What is wrong with a code of ICMP or a range of them such as `0-5`, or null; blank is any code. */
export function icmpCodeProblem(text: string): string | null {
  const code = text.trim()
  if (code === '') return null
  if (/^\d+$/.test(code)) return isIcmpNumber(code) ? null : `ICMP code must be between 0 and ${MAX_ICMP}`
  const [, first, last] = /^(\d+)-(\d+)$/.exec(code) ?? []
  if (first === undefined || last === undefined) return 'ICMP code must be a number or numeric range'
  if (!isIcmpNumber(first)) return `ICMP code range start must be between 0 and ${MAX_ICMP}`
  if (!isIcmpNumber(last)) return `ICMP code range end must be between 0 and ${MAX_ICMP}`
  return Number(first) > Number(last) ? 'ICMP code range start must be less than or equal to range end' : null
}

/** Whether two targets or host filters are the same. */
export const sameHost = (one: FirewallHost, other: FirewallHost): boolean =>
  one.type === other.type && one.value === other.value

/** Whether two protocol filters let the same through; no value, no code and none given are the same. */
export const sameProtocol = (one: FirewallProtocol, other: FirewallProtocol): boolean =>
  protocolKey(one) === protocolKey(other)

const protocolKey = (protocol: FirewallProtocol): string => {
  const value = 'value' in protocol ? protocol.value : null
  return `${protocol.type} ${value?.icmpType ?? 'any'} ${value?.code ?? 'any'}`
}
