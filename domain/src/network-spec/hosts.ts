import type { FirewallHost } from '../firewall.ts'
import type { Network } from '../reachability/network.ts'
import type { Index } from '../reachability/places.ts'

/**
 * Returns a function that returns the networks that host filters stand for, in order: the same list for the same filters. A filter
 * may stand for hundreds of networks, and a thousand rules may have it.
 */
export function hostsFinder(index: Index): (hosts: readonly FirewallHost[]) => string[] {
  const known = new Map<string, string[]>()
  return (hosts) => {
    const different = new Map(hosts.map((host) => [`${host.type} ${host.value}`, host]))
    const key = [...different.keys()].join()
    const found = known.get(key) ?? [
      ...new Set([...different.values()].flatMap((host) => networksOf(index, host))),
    ]
    if (!known.has(key)) known.set(key, found.sort())
    return found
  }
}

const single = (address: string): string => `${address}/${address.includes(':') ? 128 : 32}`

/** Returns the networks that a host filter stands for. */
function networksOf(
  { network, subnetsByName, interfacesOf }: Index,
  { type, value }: FirewallHost,
): string[] {
  const blocks = (subnets: Network['subnets']) =>
    subnets.flatMap(({ ipv4Block, ipv6Block }) => [ipv4Block, ipv6Block])
  switch (type) {
    case 'vpc':
      return value === network.vpc.name ? blocks(network.subnets) : []
    case 'subnet': {
      const subnet = subnetsByName.get(value)
      return subnet ? blocks([subnet]) : []
    }
    case 'instance':
      return (interfacesOf.get(value) ?? []).flatMap(({ ips }) => ips.map(single))
    case 'ip':
      return [single(value)]
    case 'ip_net':
      return [value]
  }
}
