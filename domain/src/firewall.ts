import { ipNetProblem, ipProblem, portRangeProblem } from './ip.ts'
import { nameProblem } from './names.ts'

/** Maximum number of rules of one VPC, and of entries in one list of a rule. */
export const MAX_FIREWALL_RULES = 1024
export const MAX_FIREWALL_ENTRIES = 256
/** Range of priorities. The lower number wins. */
export const MAX_FIREWALL_PRIORITY = 65_535

/** Instances that a rule applies to, or the other end of the traffic. */
export type FirewallHost = { type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net'; value: string }
/**
 * ICMP without a value matches all types; without a code, all codes of its type. A code is a number or a range: `0-5`.
 */
export type FirewallProtocol =
  | { type: 'tcp' | 'udp' }
  | { type: 'icmp' | 'icmp6'; value?: { icmpType: number; code?: string | null } | null }

/** The fields of a rule that validation needs. A filter that is null or absent matches all traffic. */
export type FirewallRuleDraft = {
  name: string
  targets: readonly FirewallHost[]
  filters: {
    hosts?: readonly FirewallHost[] | null
    ports?: readonly string[] | null
    protocols?: readonly FirewallProtocol[] | null
  }
}

/** What is wrong, and in which field; the label is null if no single field is at fault. */
export type FirewallProblem = { label: string | null; message: string }

/**
 * Returns what is wrong with the firewall rules of a VPC, or null. Names of instances and subnets are not resolved: an
 * unknown name matches nothing. A rule can only name its own VPC.
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

/** Returns each duplicated value once. */
const duplicatesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]

/**
 * Returns what is wrong with the value of a target or host filter, or null.
 * @param label label of the name field.
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

/** Returns both ends of a port or port range, without checking their limits; null for invalid syntax. */
export function portRange(text: string): { first: number; last: number } | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim())
  return match && { first: Number(match[1]), last: Number(match[2] ?? match[1]) }
}

/** Returns what is wrong with a new port filter, given the existing ones, or null. Both fields are raw input. */
export function newPortProblem(text: string, others: readonly string[]): string | null {
  return portRangeProblem(text) ?? (others.includes(text.trim()) ? 'Port range already added' : null)
}

/** Returns what is wrong with a rule's name, given the other rules of the VPC, or null. */
export const firewallNameProblem = (name: string, others: readonly string[]): string | null =>
  nameProblem(name) ??
  (others.includes(name) ? 'Name taken. To update an existing rule, edit it directly.' : null)

const MAX_ICMP = 255
const isIcmpNumber = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MAX_ICMP

/** Returns what is wrong with an ICMP type, or null. Blank matches any type. */
export const icmpTypeProblem = (text: string): string | null =>
  text.trim() === '' || isIcmpNumber(text.trim())
    ? null
    : `ICMP type must be a number between 0 and ${MAX_ICMP}`

/** Converts a typed code range to its wire form: any dash character becomes `-`, repeated dashes become one. */
export const normalizeIcmpCode = (text: string): string => text.trim().replace(/[-\u2013\u2014]+/g, '-')

/** Returns what is wrong with an ICMP code or a range such as `0-5`, or null. Blank matches any code. */
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

/** Whether two targets or host filters are equal. */
export const sameHost = (one: FirewallHost, other: FirewallHost): boolean =>
  one.type === other.type && one.value === other.value

/** Whether two protocol filters match the same traffic: a missing value or code equals a null one. */
export const sameProtocol = (one: FirewallProtocol, other: FirewallProtocol): boolean =>
  protocolKey(one) === protocolKey(other)

const protocolKey = (protocol: FirewallProtocol): string => {
  const value = 'value' in protocol ? protocol.value : null
  return `${protocol.type} ${value?.icmpType ?? 'any'} ${value?.code ?? 'any'}`
}
