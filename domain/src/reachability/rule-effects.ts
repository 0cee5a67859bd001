import type { FirewallHost, FirewallProtocol } from '../firewall.ts'
import { sameProtocol } from '../firewall.ts'
import { type CompiledHost, type CompiledRule, compileRules, rangeCovers } from './compiled-rule.ts'
import type { InterfaceIn, Ref } from './network.ts'
import { type Index, refOf } from './places.ts'
import { inOrder } from './rules.ts'

/** Why a rule never decides about a packet, as things are. */
export type NeverMatches =
  | { code: 'disabled' | 'no_targets' | 'no_hosts' | 'unknown_targets' | 'unknown_hosts' | 'icmp_ports' }
  | { code: 'covered'; by: Ref }

export type RuleEffect = {
  /** Instances that the rule applies to today, by name. */
  instances: Ref[]
  /** Null if the rule can decide. */
  never: NeverMatches | null
}

/**
 * Returns what each rule does today, by the ID of the rule. A rule is covered if one other rule, which decides before
 * it, matches everything that it matches.
 */
export function ruleEffects(index: Index): Map<string, RuleEffect> {
  const earlier: CompiledRule[] = []
  const effects = new Map<string, RuleEffect>()
  for (const compiled of compileRules(index, index.network.rules.toSorted(inOrder))) {
    const never = ownReason(index, compiled) ?? coveredBy(compiled, earlier)
    effects.set(compiled.rule.id, { instances: instancesOf(compiled.targets), never })
    if (!never) earlier.push(compiled)
  }
  return effects
}

function instancesOf(targets: ReadonlySet<InterfaceIn>): Ref[] {
  const all = new Map([...targets].map(({ instance }) => [instance.id, instance]))
  return [...all.values()].map(refOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function ownReason(index: Index, { rule, targets }: CompiledRule): NeverMatches | null {
  const { hosts, ports, protocols } = rule.filters
  if (rule.status === 'disabled') return { code: 'disabled' }
  if (rule.targets.length === 0) return { code: 'no_targets' }
  if (hosts?.length === 0) return { code: 'no_hosts' }
  const isIcmpOnly = protocols?.length && protocols.every(({ type }) => type === 'icmp' || type === 'icmp6')
  if (ports?.length && isIcmpOnly) return { code: 'icmp_ports' }
  if (targets.size === 0) return { code: 'unknown_targets' }
  return hosts && !hosts.some((host) => isThere(index, host)) ? { code: 'unknown_hosts' } : null
}

/** Whether any packet can match a host filter. */
function isThere({ network, subnetsByName, interfacesOf }: Index, { type, value }: FirewallHost): boolean {
  if (type === 'vpc') return value === network.vpc.name
  if (type === 'subnet') return subnetsByName.has(value)
  return type === 'instance' ? interfacesOf.has(value) : true
}

function coveredBy(narrow: CompiledRule, earlier: readonly CompiledRule[]): NeverMatches | null {
  const cover = earlier.find(
    (wide) =>
      wide.rule.direction === narrow.rule.direction &&
      isSubset(narrow.targets, wide.targets) &&
      coversTraffic(wide, narrow) &&
      coversHosts(wide.hosts, narrow.hosts),
  )
  return cover ? { code: 'covered', by: refOf(cover.rule) } : null
}

function isSubset<Item>(part: ReadonlySet<Item>, whole: ReadonlySet<Item>): boolean {
  if (part.size > whole.size) return false
  for (const item of part) if (!whole.has(item)) return false
  return true
}

function coversTraffic(wide: CompiledRule, narrow: CompiledRule): boolean {
  const [all, own] = [wide.rule.filters.protocols ?? [], narrow.rule.filters.protocols ?? []]
  if (all.length > 0) {
    // A filter for ports alone matches TCP and UDP.
    if (own.length === 0 && !(narrow.ports.length > 0 && hasBoth(all))) return false
    if (!own.every((one) => all.some((other) => coversProtocol(other, one)))) return false
  }
  if (wide.ports.length === 0) return true
  return (
    narrow.ports.length > 0 &&
    narrow.ports.every((one) => wide.ports.some(({ first, last }) => first <= one.first && one.last <= last))
  )
}

const hasBoth = (protocols: readonly FirewallProtocol[]): boolean =>
  protocols.some(({ type }) => type === 'tcp') && protocols.some(({ type }) => type === 'udp')

const coversProtocol = (wide: FirewallProtocol, narrow: FirewallProtocol): boolean =>
  wide.type === narrow.type && (!('value' in wide) || !wide.value || sameProtocol(wide, narrow))

const coversHosts = (wide: CompiledRule['hosts'], narrow: CompiledRule['hosts']): boolean =>
  wide === null || (narrow !== null && narrow.every((one) => wide.some((other) => coversHost(other, one))))

function coversHost(wide: CompiledHost, narrow: CompiledHost): boolean {
  if (wide.range) return narrow.range !== null && rangeCovers(wide.range, narrow.range)
  if (wide.type === narrow.type && wide.value === narrow.value) return true
  return wide.type === 'vpc' && (narrow.type === 'subnet' || narrow.type === 'instance')
}
