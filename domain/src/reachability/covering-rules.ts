import type { FirewallProtocol } from '../firewall.ts'
import { sameProtocol } from '../firewall.ts'
import { type CompiledHost, type CompiledRule, rangeCovers } from './compiled-rule.ts'
import type { InterfaceIn, Ref } from './network.ts'
import { refOf } from './places.ts'

type Ranked = CompiledRule & { rank: number }

/**
 * Rules in the order in which they decide, searched for one that covers a later rule. A rule for only some interfaces is
 * compared with rules for all of them, and with those that share its rarest target; so rules for different interfaces are
 * never compared.
 */
export class EarlierRules {
  readonly #interfaceCount: number
  readonly #forAll: Ranked[] = []
  readonly #byTarget = new Map<InterfaceIn, Ranked[]>()
  #rank = 0

  /** @param interfaceCount interfaces of the network. */
  constructor(interfaceCount: number) {
    this.#interfaceCount = interfaceCount
  }

  add(rule: CompiledRule): void {
    const ranked = { ...rule, rank: this.#rank++ }
    if (this.#isForAll(rule)) {
      this.#forAll.push(ranked)
      return
    }
    for (const target of rule.targets) {
      const rules = this.#byTarget.get(target)
      if (rules) rules.push(ranked)
      else this.#byTarget.set(target, [ranked])
    }
  }

  /** Returns the first rule that matches everything that a later one matches, or null. */
  cover(narrow: CompiledRule): { code: 'covered'; by: Ref } | null {
    const covers = (wide: Ranked) =>
      wide.rule.direction === narrow.rule.direction &&
      coversTraffic(wide, narrow) &&
      coversHosts(wide.hosts, narrow.hosts)
    const general = this.#forAll.find(covers)
    const special = this.#isForAll(narrow)
      ? undefined
      : this.#sharing(narrow).find((wide) => covers(wide) && isSubset(narrow.targets, wide.targets))
    const first =
      general && special ? (general.rank < special.rank ? general : special) : (general ?? special)
    return first ? { code: 'covered', by: refOf(first.rule) } : null
  }

  #isForAll({ targets }: CompiledRule): boolean {
    return targets.size === this.#interfaceCount
  }

  /** Returns the rules with the target of a rule that the fewest rules have. */
  #sharing({ targets }: CompiledRule): readonly Ranked[] {
    let fewest: readonly Ranked[] | undefined
    for (const target of targets) {
      const rules = this.#byTarget.get(target)
      if (!rules) return []
      if (!fewest || rules.length < fewest.length) fewest = rules
    }
    return fewest ?? []
  }
}

function isSubset<Item>(part: ReadonlySet<Item>, whole: ReadonlySet<Item>): boolean {
  if (part === whole) return true
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
