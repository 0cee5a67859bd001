/** Names of the ICMP types that have one (RFC 792, 1256, 4443, 4861). */
export const ICMP_TYPES = {
  icmp: {
    0: 'Echo Reply',
    3: 'Destination Unreachable',
    5: 'Redirect Message',
    8: 'Echo Request',
    9: 'Router Advertisement',
    10: 'Router Solicitation',
    11: 'Time Exceeded',
    12: 'Parameter Problem',
    13: 'Timestamp Request',
    14: 'Timestamp Reply',
  },
  icmp6: {
    1: 'Destination Unreachable',
    2: 'Packet Too Big',
    3: 'Time Exceeded',
    4: 'Parameter Problem',
    128: 'Echo Request',
    129: 'Echo Reply',
    130: 'Multicast Listener Query',
    131: 'Multicast Listener Report',
    132: 'Multicast Listener Done',
    133: 'Router Solicitation',
    134: 'Router Advertisement',
    135: 'Neighbor Solicitation',
    136: 'Neighbor Advertisement',
    137: 'Redirect Message',
  },
} as const satisfies Record<string, Readonly<Record<number, string>>>

export type IcmpFamily = keyof typeof ICMP_TYPES

/** Returns the name of an ICMP type: `Echo Request` for 8, `Type 42` for one without a name. */
export const icmpTypeName = (family: IcmpFamily, type: number): string =>
  (ICMP_TYPES[family] as Readonly<Record<number, string>>)[type] ?? `Type ${type}`
