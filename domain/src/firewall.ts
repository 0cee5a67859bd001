import { ipNetProblem, ipProblem, portRangeProblem } from './ip.ts'
import { nameProblem } from './names.ts'
import { pastedList } from './pasted.ts'
import { type Problem, problemPath } from './problems.ts'
import type { Tag } from './tags.ts'

/** Maximum number of rules of one VPC, and of entries in one list of a rule. */
export const MAX_FIREWALL_RULES = 1024
export const MAX_FIREWALL_ENTRIES = 256
/** Range of priorities. The lower number wins. */
export const MAX_FIREWALL_PRIORITY = 65_535

/** Instances that a rule applies to, or the other end of the traffic. */
export type FirewallHost = { type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net'; value: string }
/** What a rule applies to: instances, or all instances with a tag, whose value is `key=value`. */
export type FirewallTarget = { type: FirewallHost['type'] | 'tag'; value: string }
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
  /** Tags of further targets. */
  targetTags?: readonly Tag[] | null | undefined
  filters: {
    hosts?: readonly FirewallHost[] | null
    ports?: readonly string[] | null
    protocols?: readonly FirewallProtocol[] | null
  }
}

/** What is wrong with the rules of a VPC. */
export type FirewallProblem = Problem & {
  /** Name of the field in the published message; null if the message is the whole sentence. */
  label: string | null
}

/**
 * Yields the problems of one rule of a VPC after the other, because those of as many rules as a VPC may have take long to find. Paths
 * begin at the list: `rules[2].targets[0].value`. Names of instances and subnets are not resolved: an unknown name matches nothing. A
 * rule can only name its own VPC.
 */
export function* firewallRulesProblems(
  rules: readonly FirewallRuleDraft[],
  vpcName: string,
): Generator<FirewallProblem[]> {
  if (rules.length > MAX_FIREWALL_RULES) {
    yield [tooMany('rules', MAX_FIREWALL_RULES)]
    return
  }
  const seen = new Set<string>()
  const duplicates = duplicatesOf(rules.map(({ name }) => name))
  const message = `duplicate rule names: ${duplicates.map((name) => `"${name}"`).join(', ')}`
  for (const [index, rule] of rules.entries()) {
    const at = (path: string) => problemPath(['rules', index, path])
    const duplicate: FirewallProblem[] = seen.has(rule.name)
      ? [{ label: 'rules', path: at('name'), code: 'duplicate', message }]
      : []
    seen.add(rule.name)
    yield [
      ...duplicate,
      ...ruleProblems(rule, vpcName).map((problem) => ({ ...problem, path: at(problem.path) })),
    ]
  }
}

const tooMany = (path: string, max: number): FirewallProblem => ({
  label: path,
  path,
  code: 'too_long',
  message: `max length ${max}`,
})

/** Returns what is wrong with one rule. Paths begin at the rule: `targets[0].value`. */
function ruleProblems(
  { targets, targetTags, filters }: FirewallRuleDraft,
  vpcName: string,
): FirewallProblem[] {
  const { hosts, ports, protocols } = filters
  const lists = {
    targets,
    target_tags: targetTags,
    'filters.hosts': hosts,
    'filters.ports': ports,
    'filters.protocols': protocols,
  }
  return [
    ...Object.entries(lists)
      .filter(([, list]) => (list?.length ?? 0) > MAX_FIREWALL_ENTRIES)
      .map(([path]) => tooMany(path, MAX_FIREWALL_ENTRIES)),
    ...problemsIn('targets', targets, (host) => hostProblem('targets', 'target', host, vpcName)),
    ...problemsIn('filters.hosts', hosts, (host) =>
      hostProblem('filters.hosts', 'host filter', host, vpcName),
    ),
    ...problemsIn('filters.ports', ports, portProblem),
    ...problemsIn('filters.protocols', protocols, protocolProblem),
  ]
}

/** Returns the problems of a list, of as many entries as it may have. */
function problemsIn<Item>(
  list: string,
  items: readonly Item[] | null | undefined,
  problemOf: (item: Item) => FirewallProblem | null,
): FirewallProblem[] {
  const problems: FirewallProblem[] = []
  for (const [index, item] of (items ?? []).entries()) {
    if (index === MAX_FIREWALL_ENTRIES) break
    const problem = problemOf(item)
    if (problem) problems.push({ ...problem, path: problemPath([list, index, problem.path]) })
  }
  return problems
}

function hostProblem(
  label: string,
  kind: string,
  host: FirewallHost,
  vpcName: string,
): FirewallProblem | null {
  const message = firewallHostProblem(host)
  if (message) return { label, path: 'value', code: 'invalid_format', message: `${host.value}: ${message}` }
  if (host.type !== 'vpc' || host.value === vpcName) return null
  return {
    label: null,
    path: 'value',
    code: 'not_allowed',
    message: `cross-VPC ${kind} is not supported: "${host.value}"`,
  }
}

function portProblem(text: string): FirewallProblem | null {
  const range = portRange(text)
  const problem = { path: '', code: 'invalid_format' } as const
  if (range && range.last < range.first)
    return { ...problem, label: 'l4_port_range', message: 'range has larger start value than end value' }
  const message = portRangeProblem(text)
  return message ? { ...problem, label: 'filters.ports', message: `${text}: ${message}` } : null
}

function protocolProblem(protocol: FirewallProtocol): FirewallProblem | null {
  if (!('value' in protocol) || !protocol.value) return null
  const { icmpType, code } = protocol.value
  const type = icmpTypeProblem(String(icmpType))
  if (type) return { label: 'icmp_type', path: 'value.icmp_type', code: 'out_of_range', message: type }
  const message = code == null ? null : icmpCodeProblem(code)
  return message ? { label: 'code', path: 'value.code', code: 'invalid_format', message } : null
}

/** Returns each duplicated value once. */
function duplicatesOf(texts: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(texts.filter((text) => seen.size === seen.add(text).size))]
}

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

/** Returns the ports and port ranges of typed text: "80, 443/tcp 8000 - 8080" has three. */
export const portRangesIn = (text: string): string[] =>
  pastedList(text.replaceAll(/\/(?:tcp|udp)\b/gi, '').replaceAll(/\s*[-:\u2013\u2014]\s*/g, '-'))

/** Returns what is wrong with typed port filters, given the existing ones, or null. */
export function newPortProblem(text: string, others: readonly string[]): string | null {
  const ranges = portRangesIn(text)
  const [only = ''] = ranges
  if (ranges.length <= 1)
    return portRangeProblem(only) ?? (others.includes(only) ? 'Port range already added' : null)
  for (const [index, range] of ranges.entries()) {
    const problem = portRangeProblem(range)
    if (problem) return `${range}: ${problem}`
    if (others.includes(range) || ranges.indexOf(range) < index) return `${range} is listed more than once`
  }
  return null
}

/** Returns what is wrong with a rule's name, given the other rules of the VPC, or null. */
export const firewallNameProblem = (name: string, others: readonly string[]): string | null =>
  nameProblem(name) ??
  (others.includes(name) ? 'Name taken. To update an existing rule, edit it directly.' : null)

const MAX_ICMP = 255
/** Maximum length of a code or range of codes in characters, with spaces around it. */
export const MAX_ICMP_CODE_LENGTH = 16
const isIcmpNumber = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= MAX_ICMP

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
