import type { Switch } from '../equipment.ts'
import type { PeerSpec, PeerState, RouterSpec, RoutingState } from '../routing.ts'
import type { DriverStore } from '../store.ts'
import type { Rack } from './equipment.ts'

const KEY = 'routers'

/** The routers that run, and when each of their peers was added, in milliseconds. */
type Running = { routers: readonly RouterSpec[]; since: Record<string, number> }

/**
 * The BGP routers of the simulated switches. Nobody is at the other end of their links, so no session is ever
 * established and no route is exchanged. The store keeps the routers, because another server may have changed them.
 */
export class Routing {
  readonly #rack: Rack
  readonly #store: DriverStore
  readonly #now: () => number

  constructor(rack: Rack, store: DriverStore, now: () => number) {
    this.#rack = rack
    this.#store = store
    this.#now = now
  }

  async ensure(routers: readonly RouterSpec[]): Promise<void> {
    const before = await this.#running()
    const since = Object.fromEntries(
      routers.flatMap((router) =>
        router.peers.map((peer) => {
          const key = keyOf(router, peer)
          return [key, before.since[key] ?? this.#now()]
        }),
      ),
    )
    await this.#store.put(KEY, { routers, since } satisfies Running)
  }

  async states(): Promise<RoutingState[]> {
    const { switches } = await this.#rack.equipment()
    const { routers, since } = await this.#running()
    return switches.map((its) => {
      const { rackId, slot } = its
      const own = routers.filter((router) => router.rackId === rackId && router.slot === slot)
      const peers = own.flatMap((router) =>
        router.peers.map((peer) => ({
          ...stateOf(its, router.asn, peer),
          since: new Date(since[keyOf(router, peer)]!),
        })),
      )
      return {
        rackId,
        slot,
        peers,
        imported: [],
        exported: [],
        messages: peers.map(({ localAsn, id }) => ({ localAsn, peerId: id, messages: [] })),
      }
    })
  }

  async #running(): Promise<Running> {
    const known = (await this.#store.get(KEY)) as Running | undefined
    return known ?? { routers: [], since: {} }
  }
}

const keyOf = ({ rackId, slot, asn }: RouterSpec, { port, address }: PeerSpec): string =>
  [rackId, slot, asn, port, address].join('/')

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
