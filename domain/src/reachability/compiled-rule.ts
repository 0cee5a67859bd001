import { type FirewallHost, type FirewallTarget, portRange } from '../firewall.ts'
import { targetsOf } from '../firewall-targets.ts'
import { fixedWidth, networkBounds, versionOfFixed } from '../ip.ts'
import { tagText } from '../tags.ts'
import type { InterfaceIn, RuleIn } from './network.ts'
import type { Index } from './places.ts'

type Range = { first: string; last: string }
/** A host filter with the addresses of its network, in 32 hex digits; null for names. */
export type CompiledHost = { type: FirewallHost['type']; value: string; range: Range | null }

/** A rule with the interfaces that it applies to. */
export type TargetedRule = { rule: RuleIn; targets: ReadonlySet<InterfaceIn> }
/** A rule whose names and networks are looked up. */
export type CompiledRule = TargetedRule & {
  hosts: readonly CompiledHost[] | null
  ports: readonly { first: number; last: number }[]
}

/** Finds the targets of all rules of a network, in n log n of its interfaces. */
export function withTargets(index: Index, rules: readonly RuleIn[]): TargetedRule[] {
  const find = targetFinder(index)
  return rules.map((rule) => ({ rule, targets: find(targetsOf(rule)) }))
}

/** Prepares a rule for comparisons. Most of the time goes into its hosts, which a rule without targets doesn't need. */
export const compileRule = ({ rule, targets }: TargetedRule): CompiledRule => ({
  rule,
  targets,
  hosts: rule.filters.hosts?.map((host) => ({ ...host, range: rangeOf(host) })) ?? null,
  ports: (rule.filters.ports ?? []).flatMap((text) => portRange(text) ?? []),
})

function rangeOf({ type, value }: FirewallTarget): Range | null {
  if (type === 'ip_net') return networkBounds(value)
  if (type !== 'ip') return null
  const fixed = fixedWidth(value)
  return { first: fixed, last: fixed }
}

/** Whether one range has all addresses of another one of the same family. */
export const rangeCovers = (wide: Range, narrow: Range): boolean =>
  wide.first <= narrow.first &&
  narrow.last <= wide.last &&
  versionOfFixed(wide.first) === versionOfFixed(narrow.first)

/** Returns a function that finds the interfaces of targets: the same set for the same targets. */
function targetFinder({ network, interfacesOf }: Index) {
  const everything: ReadonlySet<InterfaceIn> = new Set(network.interfaces)
  const names = new Map(network.subnets.map(({ id, name }) => [id, name]))
  const bySubnet = Map.groupBy(network.interfaces, ({ subnetId }) => names.get(subnetId))
  const sorted = () =>
    network.interfaces
      .flatMap((one) => one.ips.map((ip) => ({ fixed: fixedWidth(ip), one })))
      .toSorted((a, b) => (a.fixed < b.fixed ? -1 : Number(a.fixed > b.fixed)))
  let addresses: ReturnType<typeof sorted> | undefined
  const inRange = (range: Range): InterfaceIn[] => {
    // Few rules have addresses as targets, and parsing those of a large network takes most of the time.
    const byAddress = (addresses ??= sorted())
    const found: InterfaceIn[] = []
    for (let at = lowest(byAddress, range.first); at < byAddress.length; at++) {
      const { fixed, one } = byAddress[at]!
      if (fixed > range.last) break
      if (versionOfFixed(fixed) === versionOfFixed(range.first)) found.push(one)
    }
    return found
  }
  const byTag = interfacesByTag(network.interfaces)
  const matching = (host: FirewallTarget): readonly InterfaceIn[] => {
    if (host.type === 'instance') return interfacesOf.get(host.value) ?? []
    if (host.type === 'subnet') return bySubnet.get(host.value) ?? []
    if (host.type === 'tag') return byTag.get(host.value) ?? []
    return inRange(rangeOf(host)!)
  }
  const known = new Map<string, ReadonlySet<InterfaceIn>>()
  return (targets: readonly FirewallTarget[]): ReadonlySet<InterfaceIn> => {
    if (targets.some(({ type, value }) => type === 'vpc' && value === network.vpc.name)) return everything
    const key = JSON.stringify(targets)
    const found = known.get(key) ?? new Set(targets.filter(({ type }) => type !== 'vpc').flatMap(matching))
    known.set(key, found)
    return found
  }
}

/** Returns the interfaces of instances with each tag, by `key=value`. */
function interfacesByTag(interfaces: readonly InterfaceIn[]): ReadonlyMap<string, InterfaceIn[]> {
  const byTag = new Map<string, InterfaceIn[]>()
  for (const one of interfaces)
    for (const tag of one.tags ?? []) {
      const text = tagText(tag)
      const known = byTag.get(text)
      if (known) known.push(one)
      else byTag.set(text, [one])
    }
  return byTag
}

/** Returns the index of the first address that is not below another one. */
function lowest(sorted: readonly { fixed: string }[], first: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]!.fixed < first) from = middle + 1
    else to = middle
  }
  return from
}
