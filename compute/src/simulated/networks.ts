import { fixedWidth, fromFixedWidth, subnetContains } from '@granary/domain/ip.ts'
import type { Answer } from '@granary/domain/reachability/answer.ts'
import type { Traffic } from '@granary/domain/reachability/network.ts'
import type { DriverLog } from '../host.ts'
import type { MachineNic, MachineSpec } from '../machine.ts'
import { type Gap, networkChanges, type NetworkSpec } from '../network.ts'
import type { DriverStore } from '../store.ts'
import { KeptNetworks } from './kept-networks.ts'

/** The first packet of a connection, or a ping. */
export interface Packet {
  to: string
  traffic: Traffic
}

/** `lost`: no answer comes. `unreachable`: the machine can't send it, or its router refuses it. */
export type Reply = 'answered' | 'lost' | 'unreachable'

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

  /** Carries out everything, so there are no gaps. */
  async ensure(network: NetworkSpec): Promise<Gap[]> {
    if ((await this.#kept.versionOf(network.id)) === network.version) return []
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
    return []
  }

  delete(id: string): Promise<void> {
    return this.#kept.delete(id)
  }

  async list(): Promise<{ id: string; version: string; gaps: Gap[] }[]> {
    return (await this.#kept.versions()).map((each) => ({ ...each, gaps: [] }))
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

  /** Whether all machines on the way are up. */
  async #areUp({ interfaces }: NetworkSpec, { there }: Answer): Promise<boolean> {
    const passed = new Set(there.flatMap((hop) => (hop.type === 'interface' ? [hop.interface.id] : [])))
    for (const { id, machineId } of interfaces)
      if (passed.has(id) && !(await this.#options.isUp(machineId))) return false
    return true
  }
}

const isLoopback = (address: string): boolean =>
  address.includes(':') ? address === '::1' : address.startsWith('127.')

/** Returns the interface in the destination's subnet, or else the one of the default route. */
function senderOf(nics: readonly MachineNic[], address: string): MachineNic | undefined {
  const isNear = ({ addresses }: MachineNic) => addresses.some((one) => subnetContains(one, address))
  return nics.find(isNear) ?? nics.find(({ primary }) => primary)
}
