import { prefixLength } from '../ip.ts'
import type { Hop, RouteRef } from './answer.ts'
import type { RouteIn, RouterIn, SubnetIn } from './network.ts'
import { blockOf, holds, type Index, type Place, refOf } from './places.ts'

/** Returns the network of a route's destination in a family, or null. */
export function networkOf(
  { subnetsByName }: Index,
  { destination }: RouteIn,
  version: Place['version'],
): string | null {
  switch (destination.type) {
    case 'ip':
      return `${destination.value}/${destination.value.includes(':') ? 128 : 32}`
    case 'ip_net':
      return destination.value
    case 'subnet': {
      const subnet = subnetsByName.get(destination.value)
      return subnet ? blockOf(subnet, version) : null
    }
    // Peering does not exist yet.
    case 'vpc':
      return null
  }
}

/**
 * Chooses the route of packets that leave a subnet: the longest prefix. Of equal prefixes, a route of the custom router
 * beats one of the system router, and then the first name wins.
 */
export function chooseRoute(
  index: Index,
  subnet: SubnetIn,
  destination: Place,
): Extract<Hop, { type: 'route' }> {
  const routers = new Map(
    index.network.routers
      .filter(({ id, kind }) => kind === 'system' || id === subnet.customRouterId)
      .map((router) => [router.id, router] as const),
  )
  const matching = index.network.routes.flatMap((route) => {
    const router = routers.get(route.vpcRouterId)
    const network = router && networkOf(index, route, destination.version)
    return router && network && holds(network, destination)
      ? [{ route, router, length: prefixLength(network) }]
      : []
  })
  matching.sort(
    (a, b) =>
      b.length - a.length ||
      Number(a.router.kind === 'system') - Number(b.router.kind === 'system') ||
      (a.route.name < b.route.name ? -1 : 1),
  )
  const [first, ...beaten] = matching.map(({ route, router }) => routeRef(route, router))
  return { type: 'route', subnet: refOf(subnet), route: first ?? null, beaten }
}

const routeRef = ({ id, name, destination, target }: RouteIn, router: RouterIn): RouteRef => ({
  id,
  name,
  router: refOf(router),
  destination,
  target,
})
