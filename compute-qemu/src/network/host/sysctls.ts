import type { Namespaces } from './namespaces.ts'
import { run } from './run.ts'

/** Settings of a namespace that routes, before it has links: new ones inherit what is under `default`. */
const SETTINGS = {
  'ipv4/ip_forward': 1,
  'ipv4/conf/all/rp_filter': 0,
  'ipv4/conf/default/rp_filter': 0,
  'ipv4/conf/all/send_redirects': 0,
  'ipv4/conf/default/send_redirects': 0,
  'ipv4/conf/all/accept_redirects': 0,
  'ipv4/conf/default/accept_redirects': 0,
  // Guests ask for the hardware addresses of their subnet's other addresses: the namespace answers for all of them, at once.
  'ipv4/conf/default/proxy_arp': 1,
  'ipv4/neigh/default/proxy_delay': 0,
  'ipv6/conf/all/forwarding': 1,
  'ipv6/conf/default/forwarding': 1,
  'ipv6/conf/all/accept_ra': 0,
  'ipv6/conf/default/accept_ra': 0,
  'ipv6/conf/default/accept_redirects': 0,
  'ipv6/conf/default/accept_dad': 0,
}

/** Makes a namespace a router. Settings that this kernel lacks, such as those of IPv6, are left out. */
export async function makeRouter(
  namespaces: Namespaces,
  name: string,
  more: Record<string, number> = {},
): Promise<void> {
  const lines = Object.entries({ ...SETTINGS, ...more }).map(
    ([key, value]) => `[ ! -e /proc/sys/net/${key} ] || echo ${value} > /proc/sys/net/${key}`,
  )
  await run([...namespaces.enter(name), 'sh', '-e', '-s'], ['ip link set lo up', ...lines].join('\n') + '\n')
}
