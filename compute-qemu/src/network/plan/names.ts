import { createHash } from 'node:crypto'

/** The link of a namespace that leads to the hub. */
export const HUB_LINK = 'hub'

/** Mark of packets to the interface that has their destination. */
export const LOCAL = 1
/** Marks of packets to gateways: this bit and the gateway's number. */
export const GATEWAY = 0x2000_0000
/** Marks of packets to an interface as their next hop: this bit and a digest of its ID. Also the number of its routing table. */
const NEXT_HOP = 0x4000_0000

/** Routing table of packets to gateways. */
export const GATEWAY_TABLE = 20
/** Routing table of external subnets, for packets from the hub. */
export const ROUTED_TABLE = 30

/** Addresses that stand for the other end of a link: neighbors of namespaces, which no packet has. */
export const PEER = { v4: '169.254.0.2', v6: 'fe80::2' } as const

/** Hardware addresses of the two ends of every link between the hub and a VPC. */
export const HUB_MAC = '02:00:00:00:00:01'
export const VPC_MAC = '02:00:00:00:00:02'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the name of an interface's tap: at most 15 characters, the same in each start of the server. */
export const linkName = (nicId: string): string => `t${digest(nicId).slice(0, 13)}`

/** Whether a link is an interface's tap, as far as its name tells. */
export const isLinkName = (name: string): boolean => /^t[0-9a-f]{13}$/.test(name)

/** Returns the name of the hub's link to a VPC. */
export const hubLinkName = (networkId: string): string => `v${digest(networkId).slice(0, 13)}`

/** Returns the mark, and number of the routing table, of packets to an interface as their next hop. */
export const nextHopMark = (nicId: string): number =>
  NEXT_HOP + (Number.parseInt(digest(nicId).slice(0, 8), 16) % 0x1000_0000)

/** Returns the mark as the programs of the kernel's tools read it. */
export const markText = (mark: number): string => `0x${mark.toString(16)}`

/** Returns a short digest that tells the objects of one driver from those of others on the same host. */
export const tagOf = (folder: string): string => digest(folder).slice(0, 6)
