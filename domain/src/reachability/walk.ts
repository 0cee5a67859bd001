import type { Obstacle } from './answer.ts'
import type { GatewayIn, InterfaceIn } from './network.ts'
import { leave } from './leave.ts'
import {
  addressOf,
  blockOf,
  holds,
  type Index,
  interfaceRef,
  mainInterface,
  type Place,
  placeOf,
  refOf,
} from './places.ts'
import { chooseRoute } from './route-choice.ts'
import { decide } from './rules.ts'
import { begin, receive, stop, type Trip, type Walk, type Walking } from './walking.ts'

/** Forwarders that packets pass at most, as their time to live has it. It also limits the time of an answer. */
const MAX_HOPS = 64

/** Follows packets from an interface to where they arrive, or to what stops them. */
export function walk(index: Index, start: InterfaceIn, trip: Trip): Walk {
  const { destination } = trip
  // Packets of the internet that a forwarder has behind it come from its own interface.
  const address = trip.source.address ?? addressOf(start, trip.source.version) ?? ''
  const first = { type: 'interface' as const, interface: interfaceRef(start), address }
  const walking = begin(trip, [first])
  const passed = new Set<InterfaceIn>()
  for (let at = start; ;) {
    if (passed.has(at)) return stop(walking, { code: 'loop', interface: interfaceRef(at) })
    if (passed.size === MAX_HOPS) return stop(walking, { code: 'too_far', interface: interfaceRef(at) })
    passed.add(at)
    const denied = send(index, walking, at)
    if (denied) return denied
    const next = nextOf(index, walking, at)
    if ('code' in next) return stop(walking, next)
    if ('interface' in next && next.interface === at) {
      // A route of its own subnet leads back to a forwarder that has the destination behind it, unless another interface has it.
      const isBehind = at !== start && !index.interfaceAt.has(destination.address ?? '')
      return isBehind
        ? { ...walking, arrival: at }
        : stop(walking, { code: 'loop', interface: interfaceRef(at) })
    }
    if (at !== start && !hasTransit(at, trip.source))
      return stop(walking, { code: 'transit', interface: interfaceRef(at), address: trip.source.address })
    if ('gateway' in next) return leave(index, walking, at, next.gateway)
    const owns = next.interface.ips.includes(destination.address!)
    if (!owns && !hasTransit(next.interface, destination))
      return stop(walking, {
        code: 'transit',
        interface: interfaceRef(next.interface),
        address: destination.address,
      })
    const refused = receive(index, walking, next.interface)
    if (refused) return refused
    if (owns) return { ...walking, arrival: next.interface }
    walking.forwarders.push(next.interface)
    at = next.interface
  }
}

const hasTransit = ({ transitIps }: InterfaceIn, place: Place): boolean =>
  transitIps.some((network) => holds(network, place))

/** Passes packets out of an interface into its subnet. */
function send(index: Index, walking: Walking, at: InterfaceIn): Walk | null {
  const { hops, trip } = walking
  if (!trip.traffic) return null
  const hop = decide(index, 'outbound', { own: at, other: trip.destination, traffic: trip.traffic })
  hops.push(hop)
  return hop.action === 'deny' ? stop(walking, { code: 'denied', hop }) : null
}

type Next = Obstacle | { interface: InterfaceIn } | { gateway: GatewayIn }

/** Returns where the chosen route leads. */
function nextOf(index: Index, { hops, trip }: Walking, at: InterfaceIn): Next {
  const { network } = index
  const { destination } = trip
  const subnet = index.subnets.get(at.subnetId)!
  hops.push({ type: 'subnet', subnet: refOf(subnet), block: blockOf(subnet, destination.version) })
  const hop = chooseRoute(index, subnet, destination)
  hops.push(hop)
  const { route } = hop
  if (!route) return { code: 'no_route', subnet: hop.subnet }
  const { target } = route
  const to = (found: InterfaceIn | null | undefined): Next =>
    found ? { interface: found } : { code: 'no_target', route }
  switch (target.type) {
    case 'drop':
      return { code: 'dropped', route }
    case 'subnet': {
      const found = index.interfaceAt.get(destination.address ?? '')
      return found ? { interface: found } : { code: 'no_interface', address: destination.address! }
    }
    case 'ip':
      return to(index.interfaceAt.get(placeOf(index, target.value).address!))
    case 'instance':
      return to(mainInterface(index, target.value))
    case 'internet_gateway': {
      const gateway = network.gateways.find(({ name }) => name === target.value)
      return gateway ? { gateway } : { code: 'no_target', route }
    }
    // Peering does not exist yet.
    case 'vpc':
      return { code: 'no_target', route }
  }
}
