import { join } from 'node:path'
import type { HostNetworks } from './host-networks.ts'
import { openHub } from './host/hub.ts'
import { openNamespaces } from './host/namespaces.ts'
import { openForwards, openHostNetwork } from './host/outside.ts'
import { Records } from './host/records.ts'
import { type MakeLink, makeTap } from './host/taps.ts'
import type { VpcSurroundings } from './host/vpc.ts'
import { KernelNetworks } from './kernel-networks.ts'
import type { GuestSettings } from './plan/dhcp.ts'
import { tagOf } from './plan/names.ts'

export interface HostNetworksOptions {
  /** Private folder, which tells these networks from those of other drivers on the host. */
  folder: string
  guests: GuestSettings
  /** Without root, networks are in a user namespace. By default, whether this process is root decides. */
  rootless?: boolean
  /** Words before every command, such as those that run it as another user. */
  as?: readonly string[]
  makeLink?: MakeLink
  /**
   * The interface or bridge of the host that is in the network of the external addresses, for root. By default, machines reach the
   * host's networks by translation, and only the host reaches them, by forwarded ports.
   */
  uplink?: string | null
  /** How long after a look for missing parts the next one begins; milliseconds. */
  interval?: number
  /** Words before a command that runs in the host's own network, if that is not the server's. */
  host?: readonly string[]
}

/** Opens the networks of this host: finds those from before, and makes those that a restart of the host has ended. */
export async function openHostNetworks(options: HostNetworksOptions): Promise<HostNetworks> {
  const {
    folder,
    guests,
    as = [],
    rootless = process.getuid?.() !== 0,
    makeLink = makeTap,
    uplink = null,
    interval = 2_000,
  } = options
  const records = await Records.open(join(folder, 'networks'))
  const namespaces = await openNamespaces({ folder, rootless, as })
  const prefix = `granary-${tagOf(folder)}-`
  const around: VpcSurroundings = { namespaces, hub: `${prefix}hub`, guests }
  await openHub(namespaces, around.hub, uplink === null)
  const link = prefix.slice(0, -1)
  const outside = {
    namespaces,
    hub: around.hub,
    folder: join(folder, 'outside'),
    host: options.host ?? as,
    link,
  }
  const world = uplink === null ? await openForwards(outside) : await openHostNetwork(outside, uplink)
  const networks = new KernelNetworks({ around, records, prefix, makeLink, world, interval })
  await networks.open()
  return networks
}
