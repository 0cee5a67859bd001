import type { Problem } from '../problems.ts'
import type { Answer, Hop, Obstacle } from './answer.ts'
import { draftOf } from './drafts.ts'
import { behind, type Ends, findEnds, holderOf, reachableIps } from './ends.ts'
import { enter } from './leave.ts'
import type { InterfaceIn, Network, Traffic } from './network.ts'
import { addressOf, type Index, indexOf, interfaceRef, type Place, placeOf, refOf } from './places.ts'
import { walk } from './walk.ts'
import { begin, stop, type Walk } from './walking.ts'

/** Which packets: ends are `internet`, `instance/web`, `interface/web/net0` or an address. */
export type Question = {
  from: string
  to: string
  traffic: Traffic
  ipVersion?: 'v4' | 'v6' | null | undefined
}

/**
 * Explains whether packets arrive, and why. Follows them from hop to hop, and the replies back. Replies pass firewalls,
 * which remember connections, but need routes.
 * @returns a problem with the path `from` or `to` if an end is not in the VPC.
 */
export const explain = (network: Network, question: Question): Answer | Problem =>
  explainer(network)(question)

/** Returns `explain` for many questions about one network, which is prepared once. */
export function explainer(network: Network): (question: Question) => Answer | Problem {
  const index = indexOf(network)
  return (question) => explainWith(index, question)
}

function explainWith(index: Index, question: Question): Answer | Problem {
  const ends = findEnds(index, question)
  if ('code' in ends) return ends
  const { traffic } = question
  const there = wayThere(index, ends, traffic)
  const back = there.obstacle ? null : wayBack(index, ends, there)
  const obstacle = atWay('there', there.obstacle) ?? atWay('back', back?.obstacle ?? null)
  return {
    reachable: obstacle === null,
    version: ends.version,
    traffic,
    there: there.hops,
    back: back?.hops ?? [],
    obstacle,
    draft: obstacle && draftOf(index, ends, traffic, { there, back }, obstacle),
    forwarders: there.forwarders.map(({ instance }) => refOf(instance)),
  }
}

const atWay = (way: 'there' | 'back', obstacle: Obstacle | null): Answer['obstacle'] =>
  obstacle && { ...obstacle, way }

function wayThere(index: Index, { from, to, version }: Ends, traffic: Traffic): Walk {
  const trip = { source: from.place, destination: to.place, traffic, from: null }
  if (from.interface) return walk(index, from.interface, trip)
  const walking = begin(trip, from.place.inside ? [] : [{ type: 'internet', address: from.place.address }])
  const stopped = (obstacle: Obstacle): Walk => stop(walking, obstacle)
  if (from.place.inside) return stopped({ code: 'no_interface', address: from.place.address! })
  const target = to.interface ?? behind(index, to.place.address)
  if (!target) return stopped({ code: 'no_interface', address: to.place.address! })
  if (!target.primary) return stopped({ code: 'not_primary', interface: interfaceRef(target) })
  const address = to.interface ? reachableIps(index, target.instance.id, version)[0]?.ip : to.place.address
  return address
    ? enter(index, walking, target, address)
    : stopped({ code: 'no_external_ip', interface: interfaceRef(target), version, sends: false })
}

function wayBack(index: Index, { from, to }: Ends, there: Walk): Pick<Walk, 'hops' | 'obstacle'> {
  const { arrival, source, entry } = there
  if (!arrival) return fromInternet(index, there, { from: from.interface!, source: to.place })
  const isOwn =
    entry === null ||
    arrival.ips.includes(to.place.address!) ||
    holderOf(index, entry) === arrival.instance.id
  return walk(index, arrival, {
    source: isOwn ? to.place : placeOf(index, addressOf(arrival, to.place.version)!),
    destination: source,
    traffic: null,
    from: entry,
  })
}

/** A connection that left through a gateway comes back to the interface that it left from, which forwards it to the sender. */
function fromInternet(
  index: Index,
  { hops, forwarders, source }: Walk,
  { from, source: outside }: { from: InterfaceIn; source: Place },
): Pick<Walk, 'hops' | 'obstacle'> {
  const forwarder = forwarders.at(-1)
  const last = forwarder ?? from
  const { version } = source
  const external: Hop = { type: 'external_ip', address: source.address!, instance: refOf(last.instance) }
  const interfaceHop: Hop = {
    type: 'interface',
    interface: interfaceRef(last),
    address: addressOf(last, version) ?? '',
  }
  const first = [hops.at(-1)!, external, interfaceHop]
  if (!forwarder) return { hops: first, obstacle: null }
  const destination = placeOf(index, addressOf(from, version)!)
  const inside = walk(index, forwarder, { source: outside, destination, traffic: null, from: null })
  return { hops: [...first, ...inside.hops.slice(1)], obstacle: inside.obstacle }
}
