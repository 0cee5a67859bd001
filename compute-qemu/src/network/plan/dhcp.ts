import type { NetworkSpec } from '@granary/compute/network.ts'
import { networkBounds, prefixLength, fromFixedWidth } from '@granary/domain/ip.ts'
import { gatewayAddress } from './gateway-address.ts'
import { FAMILIES, isOf } from './lists.ts'
import { HUB_LINK } from './names.ts'

/** What guests are told besides their addresses. */
export interface GuestSettings {
  /** Addresses of resolvers, of both families. */
  dnsServers: readonly string[]
  /** Bytes. */
  mtu: number
}

/**
 * Returns the configuration of dnsmasq that gives the guests of a network their addresses, gateway, resolvers and MTU by DHCPv4,
 * router advertisements and DHCPv6. No IPv6 network is on the link: guests send everything to the router.
 */
export function dhcpConfig({ subnets, interfaces }: NetworkSpec, { dnsServers, mtu }: GuestSettings): string {
  const resolvers = FAMILIES.map((family) => dnsServers.filter((address) => isOf(family, address)))
  const lines = [
    'port=0',
    'bind-dynamic',
    'except-interface=lo',
    `except-interface=${HUB_LINK}`,
    'leasefile-ro',
    'dhcp-authoritative',
    'no-ping',
    'log-facility=-',
    'quiet-dhcp',
    'quiet-dhcp6',
    'quiet-ra',
    'enable-ra',
    `ra-param=*,mtu:${mtu},60,1800`,
    `dhcp-option=option:mtu,${mtu}`,
    ...(resolvers[0]!.length > 0 ? [`dhcp-option=option:dns-server,${resolvers[0]!.join(',')}`] : []),
    ...(resolvers[1]!.length > 0
      ? [`dhcp-option=option6:dns-server,${resolvers[1]!.map((each) => `[${each}]`).join(',')}`]
      : []),
    ...subnets.flatMap(({ ipv4Block, ipv6Block }, number) => [
      `dhcp-range=set:s${number},${firstOf(ipv4Block)},static,${netmask(ipv4Block)},infinite`,
      `dhcp-option=tag:s${number},option:router,${gatewayAddress(ipv4Block)}`,
      `dhcp-range=${firstOf(ipv6Block)},static,off-link,${prefixLength(ipv6Block)},infinite`,
    ]),
    ...interfaces.map(
      ({ mac, addresses }) =>
        `dhcp-host=${[mac, ...addresses.map((one) => (one.includes(':') ? `[${one}]` : one)), 'infinite'].join(',')}`,
    ),
  ]
  return lines.join('\n') + '\n'
}

const firstOf = (block: string): string => fromFixedWidth(networkBounds(block).first)

const netmask = (block: string): string => {
  const bits = 2 ** 32 - 2 ** (32 - prefixLength(block))
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.')
}
