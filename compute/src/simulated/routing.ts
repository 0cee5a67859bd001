import type { Switch } from '../equipment.ts'
import type { PeerSpec, PeerState, RouterSpec, RoutingState } from '../routing.ts'
import type { Rack } from './equipment.ts'

/**
 * The BGP routers of the simulated switches. Nobody is at the other end of their links, so no session is ever
 * established and no route is exchanged.
 */
export class Routing {
  readonly #rack: Rack
  readonly #now: () => number
  /** When each peer was first named, in milliseconds. */
  #since = new Map<string, number>()

  constructor(rack: Rack, now: () => number) {
    this.#rack = rack
    this.#now = now
  }

  async states(routers: readonly RouterSpec[]): Promise<RoutingState[]> {
    const { switches } = await this.#rack.equipment()
    const before = this.#since
    this.#since = new Map()
    return switches.map((its) => {
      const { rackId, slot } = its
      const own = routers.filter((router) => router.rackId === rackId && router.slot === slot)
      const peers = own.flatMap(({ asn, peers }) => peers.map((peer) => stateOf(its, asn, peer)))
      return {
        rackId,
        slot,
        peers: peers.map((peer) => ({
          ...peer,
          since: this.#keep(before, `${rackId}/${slot}/${peer.localAsn}/${peer.id}`),
        })),
        imported: [],
        exported: [],
        messages: peers.map(({ localAsn, id }) => ({ localAsn, peerId: id, messages: [] })),
      }
    })
  }

  /** Returns when a peer was first named. A peer that is no longer named is forgotten. */
  #keep(before: ReadonlyMap<string, number>, key: string): Date {
    const since = before.get(key) ?? this.#now()
    this.#since.set(key, since)
    return new Date(since)
  }
}

/** A switch tries to connect to a peer with an address over a link that is up; otherwise it has nobody to call. */
function stateOf(
  { ports }: Switch,
  localAsn: number,
  { port: name, address, remoteAsn }: PeerSpec,
): Omit<PeerState, 'since'> {
  const isUp = ports.some((port) => port.name === name && port.link.state === 'up')
  return {
    id: address ?? name,
    address: address ?? '::',
    localAsn,
    remoteAsn: remoteAsn ?? 0,
    state: isUp && address !== null ? 'active' : 'idle',
  }
}
