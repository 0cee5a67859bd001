import type { Hop, Obstacle } from './answer.ts'
import type { InterfaceIn, Traffic } from './network.ts'
import { addressOf, type Index, interfaceRef, type Place } from './places.ts'
import { decide } from './rules.ts'

/** Packets that an interface of the VPC sends, or that come from the internet. */
export type Trip = {
  source: Place
  destination: Place
  /** Null for replies, which firewalls pass. */
  traffic: Traffic | null
  /** The external address that replies must come from, because the request went to it. */
  from: string | null
}

export type Walk = {
  hops: Hop[]
  obstacle: Obstacle | null
  /** The interface that gets the packets; null for the internet, or if they don't arrive. */
  arrival: InterfaceIn | null
  /** The source that the receiver sees. */
  source: Place
  /** Interfaces that forward the packets of others. */
  forwarders: InterfaceIn[]
  /** The external address through which packets came in, or null. */
  entry: string | null
}

/** A walk that is not at its end. */
export type Walking = Walk & { trip: Trip }

/** Returns the state in which a walk begins. */
export const begin = (trip: Trip, hops: Hop[]): Walking => ({
  trip,
  hops,
  obstacle: null,
  arrival: null,
  source: trip.source,
  forwarders: [],
  entry: null,
})

export const stop = (walk: Walking, obstacle: Obstacle): Walk => ({ ...walk, obstacle })

/** Passes packets to an interface. @returns the end of the walk if its firewall denies them, or null. */
export function receive(index: Index, walking: Walking, to: InterfaceIn): Walk | null {
  const { hops, trip, source } = walking
  const { traffic, destination } = trip
  if (traffic) {
    const hop = decide(index, 'inbound', { own: to, other: source, traffic })
    hops.push(hop)
    if (hop.action === 'deny') return stop(walking, { code: 'denied', hop })
  }
  const address =
    to.ips.find((ip) => ip === destination.address) ??
    addressOf(to, destination.version) ??
    destination.address
  hops.push({ type: 'interface', interface: interfaceRef(to), address: address ?? '' })
  return null
}
