import type { NetworkSpec, RouteSpec } from '@granary/compute/network.ts'
import { disjoint, FAMILIES, isOf, setOf } from './lists.ts'
import { GATEWAY, LOCAL, markText, nextHopMark } from './names.ts'

/** Returns the mark of each gateway. */
export function gatewayMarks({ subnets, external }: NetworkSpec): ReadonlyMap<string, number> {
  const targets = subnets.flatMap(({ routes }) => routes.map(({ target }) => target))
  const ids = new Set([
    ...targets.flatMap((target) => (target.type === 'gateway' ? [target.id] : [])),
    ...external.flatMap(({ gatewayIds }) => gatewayIds),
  ])
  return new Map([...ids].sort().map((id, number) => [id, GATEWAY + number]))
}

/** Returns the IDs of interfaces that get packets for others: they are next hops, or have transit networks. */
export function relayIds({ subnets, interfaces }: NetworkSpec): string[] {
  const targets = subnets.flatMap(({ routes }) => routes.map(({ target }) => target))
  const hops = new Set(targets.flatMap((target) => (target.type === 'interface' ? [target.id] : [])))
  return interfaces.filter(({ id, transit }) => hops.has(id) || transit.length > 0).map(({ id }) => id)
}

/**
 * Returns the rules that mark a packet by the first route that it matches, and drop it without one, as `[chain, rule]`; and the
 * chain of each subnet. Subnets with the same routes share one.
 */
export function routeChains(spec: NetworkSpec): {
  lines: [string, string][]
  chainOf: ReadonlyMap<string, string>
} {
  const marks = gatewayMarks(spec)
  const known = new Map<string, string>()
  const lines: [string, string][] = []
  const chainOf = new Map<string, string>()
  for (const { id, routes } of spec.subnets) {
    const key = JSON.stringify(routes)
    const name = known.get(key) ?? `routes${known.size}`
    chainOf.set(id, name)
    if (known.has(key)) continue
    known.set(key, name)
    for (const { verdict, destinations } of runsOf(routes, marks))
      for (const family of FAMILIES) {
        const own = disjoint(destinations, family)
        if (own.length > 0) lines.push([name, `${family.ip} daddr ${setOf(own)} ${verdict}`])
      }
    lines.push([name, 'drop'])
  }
  return { lines, chainOf }
}

/** Groups neighbors in the order of routes that lead to the same target, since no order matters among them. */
function runsOf(routes: readonly RouteSpec[], gateways: ReadonlyMap<string, number>) {
  const runs: { verdict: string; destinations: string[] }[] = []
  // The order counts within a family only, and lists have both families mixed.
  for (const family of FAMILIES)
    for (const { destination, target } of routes.filter((route) => isOf(family, route.destination))) {
      const verdict = verdictOf(target, gateways)
      const last = runs.at(-1)
      if (last?.verdict === verdict) last.destinations.push(destination)
      else runs.push({ verdict, destinations: [destination] })
    }
  return runs
}

function verdictOf(target: RouteSpec['target'], gateways: ReadonlyMap<string, number>): string {
  const to = (mark: number) => `meta mark set ${markText(mark)} return`
  switch (target.type) {
    case 'drop':
      return 'drop'
    case 'local':
      return to(LOCAL)
    case 'interface':
      return to(nextHopMark(target.id))
    case 'gateway':
      return to(gateways.get(target.id)!)
  }
}
