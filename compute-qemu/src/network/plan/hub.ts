import type { NetworkSpec } from '@granary/compute/network.ts'
import type { Forward } from './forwards.ts'
import { type Batch, byFamily } from './links.ts'
import { isOf } from './lists.ts'
import { hubLinkName, markText, nextHopMark, PEER, VPC_MAC } from './names.ts'

/** Link of the hub to the networks outside of this host. */
export const OUTSIDE_LINK = 'outside'

/** The hub's own address, for connections that begin at its loopback interface; the outer link has it. */
export const HUB_ADDRESS = '100.64.0.2'

/**
 * Returns the rules of the hub, between the VPCs and the outside. They keep the elements of `vpcs`.
 * @param translates whether packets to the outside get the address of the outer link, because nobody out there knows theirs.
 */
export function hubRules(translates: boolean): string[] {
  const chains: Record<string, string[]> = {
    // Several VPCs share an address for sending, so replies go where the connection began.
    connections: [
      'filter hook prerouting priority mangle; policy accept',
      'ct direction original ct mark set iifname map @vpcs',
      'ct direction reply meta mark set ct mark',
    ],
    // Connections to forwarded ports begin at the loopback interface of the hub.
    forwarded: [
      'nat hook output priority -100; policy accept',
      'ip daddr 127.0.0.1 dnat ip to tcp dport map @forwards',
    ],
    passing: [
      'filter hook forward priority filter; policy accept',
      `iifname "${OUTSIDE_LINK}" oifname "${OUTSIDE_LINK}" drop`,
      // What answers here is for the host alone, such as its cloud's metadata service with its credentials.
      `oifname "${OUTSIDE_LINK}" ip daddr 169.254.0.0/16 drop`,
      `oifname "${OUTSIDE_LINK}" ip6 daddr fe80::/10 drop`,
    ],
    own: [
      'filter hook input priority filter; policy drop',
      'iifname "lo" accept',
      'ct state established,related accept',
    ],
    left: [
      'nat hook postrouting priority srcnat; policy accept',
      `ip saddr 127.0.0.0/8 oifname != "lo" snat ip to ${HUB_ADDRESS}`,
      ...(translates ? [`oifname "${OUTSIDE_LINK}" masquerade`] : []),
    ],
  }
  return [
    'add table inet hub',
    'add map inet hub vpcs { type ifname : mark; }',
    'add map inet hub forwards { type inet_service : ipv4_addr . inet_service; }',
    ...Object.entries(chains).flatMap(([chain, [hook, ...rules]]) => [
      `add chain inet hub ${chain} { type ${hook}; }`,
      `flush chain inet hub ${chain}`,
      ...rules.map((rule) => `add rule inet hub ${chain} ${rule}`),
    ]),
  ]
}

/** Returns the command that tells connections of a VPC from others. */
export const vpcElement = (networkId: string): string =>
  `add element inet hub vpcs { "${hubLinkName(networkId)}" : ${markText(nextHopMark(networkId))} }`

/** Returns the commands that replace the forwarded ports. */
export const forwardElements = (forwards: readonly Forward[]): string[] => [
  'flush map inet hub forwards',
  ...forwards.flatMap(({ address, ports }) =>
    ports.map(({ hub, guest }) => `add element inet hub forwards { ${hub} : ${address} . ${guest} }`),
  ),
]

/** Returns the commands for the link to a VPC. */
export const vpcLinkBatch = (networkId: string): Batch =>
  byFamily(({ version }) => {
    const [link, table] = [hubLinkName(networkId), nextHopMark(networkId)]
    return [
      `neigh replace ${PEER[version]} lladdr ${VPC_MAC} dev ${link} nud permanent`,
      `route replace default via ${PEER[version]} dev ${link} onlink table ${table}`,
      `rule add fwmark ${markText(table)} lookup ${table} pref 200`,
    ]
  })

/** Returns the routes to the external addresses of a network at which machines can be reached. */
export const externalBatch = ({ id, external, routed }: NetworkSpec): Batch =>
  byFamily((family) =>
    [
      ...external.filter(({ kind }) => kind !== 'snat').map(({ address }) => address),
      ...routed.map(({ subnet }) => subnet),
    ]
      .filter((to) => isOf(family, to))
      .map((to) => `route replace ${to} via ${PEER[family.version]} dev ${hubLinkName(id)} onlink`),
  )
