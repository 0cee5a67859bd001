/**
 * A VPC's network as hosts carry it out: every name is resolved to addresses and IDs, and every list is complete. Equal
 * networks have equal texts, because all lists are in a stated order.
 *
 * Packets of an interface that no network names go nowhere. Packets pass in these steps:
 *
 * 1. The `outbound` rules of the sender's firewall decide; without a matching rule the packet passes. Replies of a connection that was
 *    allowed pass all rules.
 * 2. The first matching route of the sender's subnet decides where the packet goes; without one it is dropped.
 * 3. An interface that is the next hop takes packets to its own addresses, and to its `transit` networks. A machine that
 *    forwards a packet begins at step 1; its interface must have the sender's address in its `transit` networks.
 * 4. A gateway translates the source: see `external`.
 * 5. The `inbound` rules of the receiver's firewall decide; without a matching rule the packet is dropped.
 */
export interface NetworkSpec {
  /** The VPC's UUID. */
  id: string
  /** Identifies the content: two specs with the same version are the same. */
  version: string
  /** Virtual network identifier, unique in the fleet. */
  vni: number
  /** By ID. */
  subnets: SubnetSpec[]
  /** By ID. */
  interfaces: InterfaceSpec[]
  /** In the order of the first interface that has them. */
  firewalls: FirewallSpec[]
  /** In the order in which they decide. */
  rules: RuleSpec[]
  /** By preference as a source of each interface, then by address. */
  external: ExternalSpec[]
  /** By network. */
  routed: RoutedSpec[]
}

export interface SubnetSpec {
  id: string
  ipv4Block: string
  ipv6Block: string
  /** Of both families, the longest prefix first. The first match decides. */
  routes: RouteSpec[]
}

export interface RouteSpec {
  /** A network by its first address. */
  destination: string
  target:
    | { type: 'drop' }
    /** The interface of the network that has the packet's destination; without one the packet is dropped. */
    | { type: 'local' }
    | { type: 'interface'; id: string }
    | { type: 'gateway'; id: string }
}

/** A network interface of a machine. Its packets must come from its own addresses or its `transit` networks. */
export interface InterfaceSpec {
  id: string
  machineId: string
  subnetId: string
  mac: string
  /** The interface of external addresses. */
  primary: boolean
  /** At most one of each family. */
  addresses: string[]
  /** Networks whose packets the interface may send and receive for others. */
  transit: string[]
  /** Position in `firewalls`. */
  firewall: number
}

/** The rules of interfaces to which the same rules apply. */
export interface FirewallSpec {
  /** IDs of rules. The first match decides. */
  inbound: string[]
  outbound: string[]
}

/** A rule matches packets that fit all of its filters. A filter that is null matches all packets. */
export interface RuleSpec {
  id: string
  action: 'allow' | 'deny'
  /** Networks of the other end. */
  hosts: string[] | null
  protocols: ProtocolSpec[] | null
  /** Ports of the receiver, both ends included. A rule with ports matches no ICMP. */
  ports: { first: number; last: number }[] | null
}

export type ProtocolSpec =
  | { type: 'tcp' | 'udp' }
  | {
      type: 'icmp' | 'icmp6'
      /** Null for all types. */
      icmpType: number | null
      /** Both ends included; null for all codes. */
      codes: { first: number; last: number } | null
    }

/**
 * A network of external addresses that a machine answers itself: packets to it go to the interface as they are, and packets
 * from it may leave through every gateway.
 */
export interface RoutedSpec {
  subnet: string
  /** The primary interface of the machine. */
  interfaceId: string
}

/**
 * An external address of a machine. Packets that leave through a gateway get the first one of their family that the
 * gateway offers as their source. Packets to a floating or ephemeral address go to its interface.
 */
export interface ExternalSpec {
  kind: 'floating' | 'ephemeral' | 'snat'
  address: string
  /** The primary interface of the machine. */
  interfaceId: string
  /** Share of the address's ports, both ends included. Only machines with `snat` share an address. */
  ports: { first: number; last: number }
  /** IDs of the gateways that offer it, ascending. */
  gatewayIds: string[]
}
