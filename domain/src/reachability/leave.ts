import { ipVersion } from '../ip.ts'
import { behind, holderOf } from './ends.ts'
import type { ExternalIpIn, GatewayIn, InterfaceIn } from './network.ts'
import { type Index, interfaceRef, placeOf, refOf } from './places.ts'
import { receive, stop, type Walk, type Walking } from './walking.ts'

const KINDS = ['floating', 'ephemeral', 'snat']

/** Whether packets can leave a gateway from an external address. */
export const offers = ({ poolIds, addresses }: GatewayIn, { ip, ipPoolId }: ExternalIpIn): boolean =>
  poolIds.includes(ipPoolId) || addresses.includes(ip)

/**
 * Passes packets through a gateway, from an external address of their instance: a floating one, else an ephemeral one,
 * else a share of one for sending. Replies from an external subnet keep their address. Packets to an external address of
 * the VPC come back in.
 */
export function leave(index: Index, walking: Walking, at: InterfaceIn, gateway: GatewayIn): Walk {
  const { hops, trip } = walking
  const { destination } = trip
  const ref = refOf(gateway)
  if (destination.inside)
    return stop(walking, { code: 'private_address', gateway: ref, address: destination.address! })
  if (!at.primary) return stop(walking, { code: 'not_primary', interface: interfaceRef(at) })
  const { version } = destination
  if (trip.from !== null && holderOf(index, trip.from) === at.instance.id) {
    hops.push({ type: 'gateway', gateway: ref, address: trip.from })
    walking.source = placeOf(index, trip.from)
    return arrive(index, walking)
  }
  const own = index.network.externalIps
    .filter(({ instanceId, ip }) => instanceId === at.instance.id && ipVersion(ip) === version)
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  if (own.length === 0)
    return stop(walking, { code: 'no_external_ip', interface: interfaceRef(at), version, sends: true })
  const asked = trip.from === null ? own : own.filter(({ ip }) => ip === trip.from)
  if (asked.length === 0)
    return stop(walking, { code: 'other_sender', interface: interfaceRef(at), address: trip.from! })
  const offered = asked.find((one) => offers(gateway, one))
  if (!offered)
    return stop(walking, {
      code: 'other_gateway',
      gateway: ref,
      instance: refOf(at.instance),
      version,
      address: trip.from,
    })
  hops.push({ type: 'gateway', gateway: ref, address: offered.ip })
  walking.source = placeOf(index, offered.ip)
  return arrive(index, walking)
}

/** Packets beyond a gateway reach the internet, or an instance of the VPC by its external address. */
function arrive(index: Index, walking: Walking): Walk {
  const { hops, trip } = walking
  const { address } = trip.destination
  const isReply = trip.traffic === null
  const inside = isReply ? ownerOf(index, address) : behind(index, address)
  if (!inside) {
    hops.push({ type: 'internet', address })
    return walking
  }
  return enter(index, walking, inside, address!)
}

/** Passes packets from the internet to the instance of an external address. */
export function enter(index: Index, walking: Walking, to: InterfaceIn, address: string): Walk {
  walking.hops.push({ type: 'external_ip', address, instance: refOf(to.instance) })
  walking.entry = address
  return receive(index, walking, to) ?? { ...walking, arrival: to }
}

/** Replies also reach an instance that shares its address with others. */
const ownerOf = ({ network }: Index, address: string | null): InterfaceIn | null => {
  const owners = new Set(network.externalIps.filter(({ ip }) => ip === address).map((one) => one.instanceId))
  return network.interfaces.find(({ instance, primary }) => primary && owners.has(instance.id)) ?? null
}
