/** A BFD session of a switch with a router (RFC 5880). */
export interface BfdSession {
  switchSlot: 'switch0' | 'switch1'
  /** Address of the router. */
  peer: string
  /** Address of the switch; null if the switch chooses it. */
  local: string | null
  /** Number of missing packets after which the peer counts as down. */
  detectionThreshold: number
  /** Interval between two packets of the peer; microseconds. */
  requiredRx: number
  mode: 'single_hop' | 'multi_hop'
}

/** The state of a session at the switch. */
export type BfdState = 'admin_down' | 'down' | 'init' | 'up'
