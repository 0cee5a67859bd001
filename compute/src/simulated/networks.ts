import {
  fixedWidth,
  fromFixedWidth,
  networkBounds,
  nextAddress,
  normalizeNetwork,
  subnetContains,
} from '@granary/domain/ip.ts'
import type { Answer } from '@granary/domain/reachability/answer.ts'
import type { Traffic } from '@granary/domain/reachability/network.ts'
import type { DriverLog } from '../host.ts'
import type { MachineNic, MachineSpec } from '../machine.ts'
import { networkChanges, type NetworkSpec } from '../network.ts'
import type { DriverStore } from '../store.ts'
import { KeptNetworks } from './kept-networks.ts'

/** The first packet of a connection, or a ping. */
export interface Packet {
  to: string
  traffic: Traffic
}

/** `lost`: no answer comes. `unreachable`: the machine can't send it, or its router refuses it. */
export type Reply = 'answered' | 'lost' | 'unreachable'

/** An interface of a machine, as the networks that the driver was told have it. */
export interface Link {
  mac: string
  mtu: number
  primary: boolean
  /** Null if no network names the interface: its packets go nowhere. */
  addresses: LinkAddress[] | null
}

export interface LinkAddress {
  address: string
  /** The subnet, as a network by its first address. */
  network: string
  /** The subnet's first address after that of the network. */
  router: string
}

interface NetworksOptions {
  store: DriverStore
  log: DriverLog
  /** Whether a machine is up, and so answers and forwards packets. */
  isUp: (machineId: string) => Promise<boolean>
}

/** The networks of the simulated rack. */
export class Networks {
  readonly #options: NetworksOptions
  readonly #kept: KeptNetworks

  constructor(options: NetworksOptions) {
    this.#options = options
    this.#kept = new KeptNetworks(options.store)
  }

  async ensure(network: NetworkSpec): Promise<void> {
    if ((await this.#kept.versionOf(network.id)) === network.version) return
    const before = await this.#kept.find(network.id)
    const { subnets, interfaces, firewalls, rules, external, routed } = networkChanges(
      before?.spec ?? null,
      network,
    )
    const count = ({ set, removed }: { set: unknown[]; removed: unknown[] }) => set.length + removed.length
    await this.#kept.put(network)
    this.#options.log('info', 'network changed', {
      network: network.id,
      subnets: count(subnets),
      interfaces: count(interfaces),
      firewalls: count(firewalls),
      rules: count(rules),
      external: count(external),
      routed: count(routed),
    })
  }

  delete(id: string): Promise<void> {
    return this.#kept.delete(id)
  }

  list(): Promise<{ id: string; version: string }[]> {
    return this.#kept.versions()
  }

  /** Sends a packet from a machine. All machines and the internet accept every packet that reaches them. */
  async probe({ nics }: MachineSpec, { to, traffic }: Packet): Promise<Reply> {
    const address = fromFixedWidth(fixedWidth(to))
    const isOwn = nics.some(({ addresses }) => addresses.some((one) => one.split('/')[0] === address))
    if (isOwn || isLoopback(address)) return 'answered'
    const nic = senderOf(nics, address)
    const network = nic && (await this.#kept.find(nic.networkId))
    if (!network?.spec.interfaces.some(({ id }) => id === nic?.id)) return 'unreachable'
    const answer = network.explain({ from: `interface/${nic!.id}`, to: address, traffic })
    if ('path' in answer || answer.obstacle?.code === 'no_route') return 'unreachable'
    return answer.reachable && (await this.#areUp(network.spec, answer)) ? 'answered' : 'lost'
  }

  /** Returns the interfaces of a machine, in the order of its spec. */
  async links({ nics }: MachineSpec): Promise<Link[]> {
    const ids = [...new Set(nics.map(({ networkId }) => networkId))]
    const networks = new Map(
      await Promise.all(ids.map(async (id) => [id, (await this.#kept.find(id))?.spec] as const)),
    )
    return nics.map(({ id, networkId, mac, mtu, primary }) => ({
      mac,
      mtu,
      primary,
      addresses: linkAddresses(networks.get(networkId), id),
    }))
  }

  /** Whether all machines on the way are up. */
  async #areUp({ interfaces }: NetworkSpec, { there }: Answer): Promise<boolean> {
    const passed = new Set(there.flatMap((hop) => (hop.type === 'interface' ? [hop.interface.id] : [])))
    for (const { id, machineId } of interfaces)
      if (passed.has(id) && !(await this.#options.isUp(machineId))) return false
    return true
  }
}

function linkAddresses(network: NetworkSpec | undefined, interfaceId: string): LinkAddress[] | null {
  const own = network?.interfaces.find(({ id }) => id === interfaceId)
  const subnet = network?.subnets.find(({ id }) => id === own?.subnetId)
  if (!own || !subnet) return null
  return own.addresses.map((address) => {
    const block = normalizeNetwork(address.includes(':') ? subnet.ipv6Block : subnet.ipv4Block)
    return { address, network: block, router: fromFixedWidth(nextAddress(networkBounds(block).first)) }
  })
}

const isLoopback = (address: string): boolean =>
  address.includes(':') ? address === '::1' : address.startsWith('127.')

/** Returns the interface in the destination's subnet, or else the one of the default route. */
function senderOf(nics: readonly MachineNic[], address: string): MachineNic | undefined {
  const isNear = ({ addresses }: MachineNic) => addresses.some((one) => subnetContains(one, address))
  return nics.find(isNear) ?? nics.find(({ primary }) => primary)
}
