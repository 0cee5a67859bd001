import type { NetworkSpec } from '@granary/compute/network.ts'
import { firewallChains } from './firewall.ts'
import { hookedChains, passingChains } from './hooks.ts'
import { disjoint, FAMILIES, type Family, setOf } from './lists.ts'
import { linkName, markText, nextHopMark } from './names.ts'
import { relayIds, routeChains } from './route-chains.ts'
import { translationOf } from './translation.ts'

/** A table of nft in two parts, as commands. */
export interface Ruleset {
  /** Makes the table's sets and chains. No packet passes them, so they can be made bit by bit. */
  content: string[]
  /** Makes the chains through which packets pass: one transaction, in which the table before is deleted. */
  hooks: string[]
}

/** Elements in one command. */
const MAX_ELEMENTS = 100

/**
 * Returns the rules of a network. Taps are named whether they exist or not.
 * @param table name of its tables: one in family `inet`, and one in `arp`, so that no guest fills the table of neighbors.
 */
export function rulesetOf(spec: NetworkSpec, table: string): Ruleset {
  const routes = routeChains(spec)
  const { lines, elements } = translationOf(spec)
  const chains = [...firewallChains(spec), ...routes.lines, ...lines, ...passingChains(spec)]
  const filled = { ...elements, ...interfaceElements(spec, routes.chainOf) }
  return {
    content: [
      `add table inet ${table}`,
      ...Object.entries(SETS).map(
        ([name, type]) =>
          `add ${type.includes(' : ') ? 'map' : 'set'} inet ${table} ${name} { type ${type}; }`,
      ),
      ...[...new Set(chains.map(([chain]) => chain))].map((chain) => `add chain inet ${table} ${chain}`),
      ...chains.map(([chain, rule]) => `add rule inet ${table} ${chain} ${rule}`),
      ...Object.entries(filled).flatMap(([name, list]) =>
        inChunks(list, MAX_ELEMENTS).map((some) => `add element inet ${table} ${name} ${setOf(some)}`),
      ),
      `add table arp ${table}`,
      `add set arp ${table} sources { type ${SETS.sources4}; }`,
      ...inChunks(filled.sources4 ?? [], MAX_ELEMENTS).map(
        (some) => `add element arp ${table} sources ${setOf(some)}`,
      ),
    ],
    hooks: [
      ...Object.entries(hookedChains(spec)).flatMap(([chain, [hook, ...rules]]) => [
        `add chain inet ${table} ${chain} { type ${hook}; }`,
        ...rules.map((rule) => `add rule inet ${table} ${chain} ${rule}`),
      ]),
      `add chain arp ${table} asked { type filter hook input priority filter; policy drop; }`,
      `add rule arp ${table} asked arp saddr ip 0.0.0.0 accept`,
      `add rule arp ${table} asked iifname . arp saddr ip @sources accept`,
    ],
  }
}

const SETS: Record<string, string> = {
  macs: 'ifname . ether_addr',
  relays: 'ifname : mark',
  turned: 'ifname . mark',
  routes: 'ifname : verdict',
  outbound: 'ifname : verdict',
  inbound: 'ifname : verdict',
  leave: 'ifname : verdict',
  ...Object.fromEntries(
    FAMILIES.flatMap(({ number, type }) => [
      // Addresses that a tap's packets may come from, and may go to.
      [`sources${number}`, `ifname . ${type}; flags interval`],
      [`accepts${number}`, `ifname . ${type}; flags interval`],
      [`routed${number}`, `ifname . ${type}; flags interval`],
      // External addresses by tap and gateway; and with the addresses that stand behind them.
      [`offered${number}`, `ifname . mark . ${type}`],
      [`entry${number}`, `${type} . ${type}`],
      [`dnat${number}`, `${type} : ${type}`],
    ]),
  ),
}

function interfaceElements(
  spec: NetworkSpec,
  chainOf: ReadonlyMap<string, string>,
): Record<string, string[]> {
  const relays = new Set(relayIds(spec))
  const routed = Map.groupBy(spec.routed, ({ interfaceId }) => interfaceId)
  const each = (pick: (one: NetworkSpec['interfaces'][number], tap: string) => string[]) =>
    spec.interfaces.flatMap((one) => pick(one, `"${linkName(one.id)}"`))
  const marks = each(({ id }, tap) => (relays.has(id) ? [`${tap} MARK ${markText(nextHopMark(id))}`] : []))
  const subnets = (id: string) => (routed.get(id) ?? []).map(({ subnet }) => subnet)
  const ofFamily = (family: Family) => ({
    [`sources${family.number}`]: each(({ id, addresses, transit }, tap) =>
      disjoint([...addresses, ...transit, ...subnets(id)], family).map((net) => `${tap} . ${net}`),
    ),
    [`accepts${family.number}`]: each(({ addresses, transit }, tap) =>
      disjoint([...addresses, ...transit], family).map((net) => `${tap} . ${net}`),
    ),
    [`routed${family.number}`]: each(({ id }, tap) =>
      disjoint(subnets(id), family).map((net) => `${tap} . ${net}`),
    ),
  })
  return {
    macs: each(({ mac }, tap) => [`${tap} . ${mac}`]),
    relays: marks.map((text) => text.replace('MARK', ':')),
    turned: marks.map((text) => text.replace('MARK', '.')),
    routes: each(({ subnetId }, tap) => [`${tap} : jump ${chainOf.get(subnetId)!}`]),
    outbound: each(({ firewall }, tap) => [`${tap} : jump out${firewall}`]),
    inbound: each(({ firewall }, tap) => [`${tap} : goto in${firewall}`]),
    ...ofFamily(FAMILIES[0]),
    ...ofFamily(FAMILIES[1]),
  }
}

const inChunks = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
