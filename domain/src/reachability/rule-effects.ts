import type { FirewallHost } from '../firewall.ts'
import { targetsOf } from '../firewall-targets.ts'
import { compileRule, type TargetedRule, withTargets } from './compiled-rule.ts'
import { EarlierRules } from './covering-rules.ts'
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
  const earlier = new EarlierRules(index.network.interfaces.length)
  const effects = new Map<string, RuleEffect>()
  const instances = new Map<TargetedRule['targets'], Ref[]>()
  for (const targeted of withTargets(index, index.network.rules.toSorted(inOrder))) {
    const { rule, targets } = targeted
    const reason = ownReason(index, targeted)
    const compiled = reason ? null : compileRule(targeted)
    const never = reason ?? (compiled && earlier.cover(compiled))
    const own = instances.get(targets) ?? instancesOf(targets)
    instances.set(targets, own)
    effects.set(rule.id, { instances: own, never })
    if (compiled && !never) earlier.add(compiled)
  }
  return effects
}

function instancesOf(targets: ReadonlySet<InterfaceIn>): Ref[] {
  const all = new Map([...targets].map(({ instance }) => [instance.id, instance]))
  return [...all.values()].map(refOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function ownReason(index: Index, { rule, targets }: TargetedRule): NeverMatches | null {
  const { hosts, ports, protocols } = rule.filters
  if (rule.status === 'disabled') return { code: 'disabled' }
  if (targetsOf(rule).length === 0) return { code: 'no_targets' }
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
