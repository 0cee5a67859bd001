import { networkBounds, normalizeNetwork, prefixLength } from '../ip.ts'
import type { RouteIn, SubnetIn } from '../reachability/network.ts'
import { type Index, mainInterface, placeOf } from '../reachability/places.ts'
import { networkOf } from '../reachability/route-choice.ts'
import type { RouteSpec } from './spec.ts'

/** Returns the routes of packets that leave a subnet, as `chooseRoute` chooses among them, without those that never decide. */
export function routesOf(index: Index, { customRouterId }: SubnetIn): RouteSpec[] {
  const kinds = new Map(
    index.network.routers
      .filter(({ id, kind }) => kind === 'system' || id === customRouterId)
      .map(({ id, kind }) => [id, kind] as const),
  )
  const all = index.network.routes.flatMap((route) => {
    const kind = kinds.get(route.vpcRouterId)
    if (!kind) return []
    return (['v4', 'v6'] as const).flatMap((version) => {
      const network = networkOf(index, route, version)
      if (network === null || network.includes(':') !== (version === 'v6')) return []
      const destination = normalizeNetwork(network)
      return [{ route, kind, destination, first: networkBounds(destination).first }]
    })
  })
  all.sort(
    (a, b) =>
      prefixLength(b.destination) - prefixLength(a.destination) ||
      (a.first < b.first ? -1 : Number(a.first > b.first)) ||
      Number(a.kind === 'system') - Number(b.kind === 'system') ||
      (a.route.name < b.route.name ? -1 : 1),
  )
  return all
    .filter(({ destination }, at) => destination !== all[at - 1]?.destination)
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
      return to(index.interfaceAt.get(placeOf(index, target.value).address!)?.id, 'interface')
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
