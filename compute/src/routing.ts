import type { Switch } from './equipment.ts'

/** States of a BGP session (RFC 4271 section 8.2.2), with those of a session that is set up on top of a connection. */
export type BgpState =
  | 'idle'
  | 'connect'
  | 'active'
  | 'open_sent'
  | 'open_confirm'
  | 'connection_collision'
  | 'session_setup'
  | 'established'

/** A BGP router that a switch runs. */
export interface RouterSpec {
  rackId: string
  slot: Switch['slot']
  asn: number
  /** Networks that its peers are told about. */
  announced: readonly string[]
  peers: readonly PeerSpec[]
}

export interface PeerSpec {
  /** Name of the port that leads to the peer. */
  port: string
  /** Null for the router at the other end of the link, whatever its address. */
  address: string | null
  /** Number that the peer must have; null for any. */
  remoteAsn: number | null
}

/** The live state of the BGP routers of one switch. */
export interface RoutingState {
  rackId: string
  slot: Switch['slot']
  peers: PeerState[]
  imported: ImportedRoute[]
  exported: ExportedRoute[]
  messages: PeerMessages[]
}

export interface PeerState {
  /** Unique on the switch. */
  id: string
  /** `::` for a router whose address is not known yet. */
  address: string
  localAsn: number
  /** 0 while it is not known. */
  remoteAsn: number
  state: BgpState
  /** When the session entered the state. */
  since: Date
}

/** A route that a peer has told the switch about. */
export interface ImportedRoute {
  /** Autonomous system number of the router that has the route. */
  localAsn: number
  /** Number of the route in the router's table. */
  id: number
  prefix: string
  nexthop: string
}

/** A route that the switch has told a peer about. */
export interface ExportedRoute {
  peerId: string
  prefix: string
}

/** The latest messages of a session, in the form of the switch. */
export interface PeerMessages {
  localAsn: number
  peerId: string
  messages: unknown
}
