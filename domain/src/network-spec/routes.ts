import { fixedWidth, fromFixedWidth, networkBounds, normalizeNetwork, prefixLength } from '../ip.ts'
import type { RouteIn, SubnetIn } from '../reachability/network.ts'
import { type Index, mainInterface } from '../reachability/places.ts'
import { networkOf } from '../reachability/route-choice.ts'
import type { RouteSpec } from './spec.ts'

/** A route in one family, with what decides its place among others. */
type Entry = { route: RouteIn; isSystem: boolean; destination: string; first: string; length: number }

/**
 * Returns a function that returns the routes of packets that leave a subnet, as `chooseRoute` chooses among them, without those that
 * never decide. Subnets with the same router get the same list: each subnet has a route in the system router, so a list for each
 * would take the square of their number.
 */
export function routeFinder(index: Index): (subnet: SubnetIn) => RouteSpec[] {
  const { routers, routes } = index.network
  const systemIds = new Set(routers.filter(({ kind }) => kind === 'system').map(({ id }) => id))
  const entries = routes.flatMap((route) => entriesOf(index, route, systemIds.has(route.vpcRouterId)))
  const system = entries.filter(({ isSystem }) => isSystem)
  const custom = Map.groupBy(
    entries.filter(({ isSystem }) => !isSystem),
    ({ route }) => route.vpcRouterId,
  )
  const known = new Map<string | null, RouteSpec[]>()
  return ({ customRouterId: id = null }) => {
    const found = known.get(id) ?? routesAmong(index, [...system, ...(custom.get(id ?? '') ?? [])])
    known.set(id, found)
    return found
  }
}

function entriesOf(index: Index, route: RouteIn, isSystem: boolean): Entry[] {
  return (['v4', 'v6'] as const).flatMap((version) => {
    const network = networkOf(index, route, version)
    if (network === null || network.includes(':') !== (version === 'v6')) return []
    const destination = normalizeNetwork(network)
    const { first } = networkBounds(destination)
    return [{ route, isSystem, destination, first, length: prefixLength(destination) }]
  })
}

function routesAmong(index: Index, entries: readonly Entry[]): RouteSpec[] {
  const sorted = entries.toSorted(
    (a, b) =>
      b.length - a.length ||
      (a.first < b.first ? -1 : Number(a.first > b.first)) ||
      Number(a.isSystem) - Number(b.isSystem) ||
      (a.route.name < b.route.name ? -1 : 1),
  )
  return sorted
    .filter(({ destination }, at) => destination !== sorted[at - 1]?.destination)
    .map(({ route, destination }) => ({ destination, target: targetOf(index, route) }))
}

/** A target that nothing has drops packets. */
function targetOf(index: Index, { target }: RouteIn): RouteSpec['target'] {
  const drop = { type: 'drop' } as const
  const to = (id: string | undefined, type: 'interface' | 'gateway') =>
    id === undefined ? drop : { type, id }
  switch (target.type) {
    case 'subnet':
      return { type: 'local' }
    case 'ip':
      return to(index.interfaceAt.get(fromFixedWidth(fixedWidth(target.value)))?.id, 'interface')
    case 'instance':
      return to(mainInterface(index, target.value)?.id, 'interface')
    case 'internet_gateway':
      return to(index.network.gateways.find(({ name }) => name === target.value)?.id, 'gateway')
    case 'drop':
    // Peering does not exist yet.
    case 'vpc':
      return drop
  }
}
