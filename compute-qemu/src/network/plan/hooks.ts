import type { NetworkSpec } from '@granary/compute/network.ts'
import { gatewayAddress } from './gateway-address.ts'
import { disjoint, FAMILIES, type Family, setOf } from './lists.ts'
import { GATEWAY, HUB_LINK, markText } from './names.ts'

/** Link-local and multicast addresses, which no router forwards. */
const ON_LINK = '{ fe80::/10, ff02::/16 }'

const MASK = markText(GATEWAY)

const both = (rule: (family: Family, nfproto: string) => string) =>
  FAMILIES.map((family) => rule(family, family.version === 'v4' ? 'meta nfproto ipv4' : 'meta nfproto ipv6'))

/** Returns matches of packets from or to a subnet. */
const inside = ({ subnets }: NetworkSpec, side: 'saddr' | 'daddr') =>
  FAMILIES.flatMap((family) => {
    const blocks = disjoint(
      subnets.flatMap((one) => [one.ipv4Block, one.ipv6Block]),
      family,
    )
    return blocks.length === 0 ? [] : [`${family.ip} ${side} ${setOf(blocks)}`]
  })

/** Returns the chains of packets between the taps and the hub, as `[chain, rule]`. */
export function passingChains(spec: NetworkSpec): [string, string][] {
  const rules = (chain: string, lines: string[]) => lines.map((line): [string, string] => [chain, line])
  return [
    ...rules('leaving', [
      `meta mark and ${MASK} != ${MASK} drop`,
      ...inside(spec, 'daddr').map((match) => `${match} drop`),
      'ct direction reply accept',
      'ct state related accept',
      'iifname vmap @outbound',
      'ct mark set iifname map @relays',
      'accept',
    ]),
    // Packets to an external address of now, at the interface that has it now.
    ...rules('entering', [
      ...both(({ ip, number }) => `oifname . ${ip} daddr @routed${number} return`),
      ...both(({ ip, number }) => `ct original ${ip} daddr . ${ip} daddr @entry${number} return`),
      'drop',
    ]),
  ]
}

/** Returns the chains through which packets pass: the hook, then the rules. */
export function hookedChains(spec: NetworkSpec): Record<string, string[]> {
  const { subnets } = spec
  const gateways = [
    ...new Set(['255.255.255.255', ...subnets.map(({ ipv4Block }) => gatewayAddress(ipv4Block))]),
  ]
  return {
    // Before connections are looked up: whether the sender is real, and where the first matching route leads.
    sent: [
      'filter hook prerouting priority raw; policy drop',
      'iifname "lo" accept',
      ...inside(spec, 'saddr').map((match) => `iifname "${HUB_LINK}" ${match} drop`),
      // Packets that a machine forwards to a gateway belong to another connection than on their way to that machine, because only
      // one of them gets an external address.
      `iifname "${HUB_LINK}" ct zone set 1 accept`,
      'iifname . ether saddr != @macs drop',
      `ip6 saddr { fe80::/10, :: } ip6 daddr ${ON_LINK} accept`,
      'ip saddr 0.0.0.0 ip daddr 255.255.255.255 udp dport 67 accept',
      ...both(({ ip, number }, nfproto) => `${nfproto} iifname . ${ip} saddr != @sources${number} drop`),
      `ip6 daddr ${ON_LINK} accept`,
      `ip daddr ${setOf(gateways)} udp dport 67 accept`,
      'iifname vmap @routes',
      `meta mark and ${MASK} == ${MASK} ct zone set 1`,
      'meta mark != 0 accept',
    ],
    // Replies to what a machine forwarded return through it.
    returned: [
      'filter hook prerouting priority mangle; policy accept',
      `iifname "${HUB_LINK}" ct direction reply meta mark set ct mark`,
    ],
    entered: [
      'nat hook prerouting priority dstnat; policy accept',
      ...both(({ ip, number }) => `iifname "${HUB_LINK}" dnat ${ip} to ${ip} daddr map @dnat${number}`),
    ],
    // Packets to the namespace itself.
    own: [
      'filter hook input priority filter; policy drop',
      `iifname "${HUB_LINK}" drop`,
      'udp dport { 67, 547 } accept',
      'icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert } accept',
    ],
    passing: [
      'filter hook forward priority filter; policy drop',
      'ct state invalid drop',
      // A machine cannot be its own next hop.
      'iifname . meta mark @turned drop',
      // Answers of DHCP come from the network alone.
      'udp sport 67 udp dport 68 drop',
      'udp sport 547 udp dport 546 drop',
      `oifname "${HUB_LINK}" goto leaving`,
      `iifname "${HUB_LINK}" ct direction original jump entering`,
      ...both(
        ({ ip, number }, nfproto) =>
          `${nfproto} iifname != "${HUB_LINK}" oifname . ${ip} daddr != @accepts${number} drop`,
      ),
      ...both(
        ({ ip, number }, nfproto) =>
          `${nfproto} oifname . ${ip} daddr != @accepts${number} oifname . ${ip} daddr != @routed${number} drop`,
      ),
      'ct direction reply accept',
      'ct state related accept',
      'iifname vmap @outbound',
      'oifname vmap @inbound',
    ],
    // Every packet has the source that its gateway offers, also in connections from before a change.
    left: [
      'filter hook postrouting priority 300; policy accept',
      `oifname != "${HUB_LINK}" accept`,
      ...both(({ ip, number }) => `iifname . ${ip} saddr @routed${number} accept`),
      ...both(
        ({ ip, number }, nfproto) => `${nfproto} iifname . meta mark . ${ip} saddr != @offered${number} drop`,
      ),
    ],
    leave_by: [
      'nat hook postrouting priority srcnat; policy accept',
      `oifname "${HUB_LINK}" iifname vmap @leave`,
    ],
  }
}
