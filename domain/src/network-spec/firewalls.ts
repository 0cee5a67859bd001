import type { TargetedRule } from '../reachability/compiled-rule.ts'
import type { InterfaceIn } from '../reachability/network.ts'
import type { FirewallSpec } from './spec.ts'

type Group = { firewall: FirewallSpec; size: number }

/**
 * Groups interfaces by the rules that apply to them. Each rule splits the groups of which it has only a part, so rules for
 * all interfaces cost next to nothing.
 * @param rules in the order in which they decide.
 */
export function firewallsOf<Interface extends InterfaceIn>(
  interfaces: readonly Interface[],
  rules: readonly TargetedRule[],
): { firewalls: FirewallSpec[]; firewallOf: ReadonlyMap<InterfaceIn, number> } {
  const everything: Group = { firewall: { inbound: [], outbound: [] }, size: interfaces.length }
  const groups = new Set([everything])
  const groupOf = new Map<InterfaceIn, Group>(interfaces.map((one) => [one, everything]))
  for (const { rule, targets } of rules) {
    if (targets.size === interfaces.length) {
      for (const { firewall } of groups) firewall[rule.direction].push(rule.id)
      continue
    }
    for (const [group, members] of Map.groupBy(targets, (one) => groupOf.get(one)!)) {
      const part = members.length === group.size ? group : split(group, members.length)
      part.firewall[rule.direction].push(rule.id)
      groups.add(part)
      if (part !== group) for (const member of members) groupOf.set(member, part)
    }
  }
  const numbers = new Map<Group, number>()
  for (const one of interfaces) {
    const group = groupOf.get(one)!
    if (!numbers.has(group)) numbers.set(group, numbers.size)
  }
  return {
    firewalls: [...numbers.keys()].map(({ firewall }) => firewall),
    firewallOf: new Map(interfaces.map((one) => [one, numbers.get(groupOf.get(one)!)!])),
  }
}

/** Takes some members out of a group. @returns their new group. */
function split(group: Group, size: number): Group {
  group.size -= size
  const { inbound, outbound } = group.firewall
  return { firewall: { inbound: [...inbound], outbound: [...outbound] }, size }
}
