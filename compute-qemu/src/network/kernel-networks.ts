import type { MachineNic, NicCounters } from '@granary/compute/machine.ts'
import { KeyedLock } from '@granary/compute/lock.ts'
import type { Gap, NetworkSpec } from '@granary/compute/network.ts'
import type { HostNetworks } from './host-networks.ts'
import type { Namespaces } from './host/namespaces.ts'
import type { OutsideWorld } from './host/outside.ts'
import type { NetworkRecord, Records } from './host/records.ts'
import { addLink, countersIn, type MakeLink, nicsIn, removeUnfinished } from './host/taps.ts'
import { Vpc, type VpcSurroundings } from './host/vpc.ts'
import { HOST, Watch } from './host/watch.ts'
import { linkName } from './plan/names.ts'

interface Means {
  around: VpcSurroundings
  records: Records
  prefix: string
  makeLink: MakeLink
  world: OutsideWorld
  interval: number
}

/** The networks of this host, in its kernel. */
export class KernelNetworks implements HostNetworks {
  readonly #around: VpcSurroundings
  readonly #namespaces: Namespaces
  readonly #records: Records
  readonly #prefix: string
  readonly #makeLink: MakeLink
  readonly #world: OutsideWorld
  readonly #watch: Watch
  readonly #lock = new KeyedLock()
  readonly #vpcs = new Map<string, Vpc>()
  readonly #routed = new Map<string, NetworkSpec>()
  readonly #known = new Map<string, NetworkRecord>()

  constructor({ around, records, prefix, makeLink, world, interval }: Means) {
    this.#around = around
    this.#namespaces = around.namespaces
    this.#records = records
    this.#prefix = prefix
    this.#makeLink = makeLink
    this.#world = world
    this.#watch = new Watch({
      ...around,
      interval,
      world,
      vpcs: this.#vpcs,
      lock: this.#lock,
      list: () => this.list(),
    })
  }

  /** Adopts the networks that earlier servers made, and checks them from then on. */
  async open(): Promise<void> {
    await this.#find()
    await this.#watch.start()
  }

  /** Adopts existing networks, adds missing parts, and deletes those that no record names and no machine uses. */
  async #find(): Promise<void> {
    const own = (await this.#namespaces.list()).filter((name) => name.startsWith(this.#prefix))
    for (const record of await this.#records.all()) this.#known.set(record.spec.id, record)
    for (const name of own) {
      const id = name.slice(this.#prefix.length)
      if (name === this.#around.hub) continue
      if (id === NOBODY) {
        if ((await this.#namespaces.processes(name)).length === 0) await this.#namespaces.remove(name)
        continue
      }
      await removeUnfinished(this.#namespaces, name)
      const nics = await nicsIn(this.#namespaces, name)
      const record = this.#known.get(id)
      if (record) this.#vpcs.set(id, await Vpc.find(record.spec, name, this.#around, nics))
      else if (nics.length > 0) await this.#adopt(id, nics)
      else await (await this.#vpc(id)).end()
      if (!record && nics.length === 0) this.#vpcs.delete(id)
    }
    for (const [id, { spec }] of this.#known) {
      this.#routed.set(id, spec)
      if (!this.#vpcs.has(id)) await (await this.#vpc(id)).follow(spec)
    }
    await this.#route()
  }

  /** Takes a namespace whose network is not known, but which machines use: their packets do not pass. */
  async #adopt(id: string, nics: readonly string[]): Promise<void> {
    const vpc = await this.#vpc(id)
    for (const nic of nics) await vpc.added(nic)
  }

  ensure(network: NetworkSpec): Promise<Gap[]> {
    return this.#lock.run(network.id, async () => {
      const known = this.#known.get(network.id)
      if (known?.spec.version === network.version) return this.#gapsOf(known.spec)
      await (await this.#vpc(network.id)).follow(network)
      this.#routed.set(network.id, network)
      await this.#route()
      const record = { spec: network }
      await this.#records.put(record)
      this.#known.set(network.id, record)
      return this.#gapsOf(network)
    })
  }

  remove(networkId: string): Promise<void> {
    return this.#lock.run(networkId, async () => {
      const vpc = this.#vpcs.get(networkId)
      await vpc?.clear()
      this.#routed.delete(networkId)
      await this.#route()
      await this.#records.delete(networkId)
      this.#known.delete(networkId)
      await this.#endUnused(networkId)
    })
  }

  async list(): Promise<{ id: string; version: string; gaps: Gap[] }[]> {
    return [...this.#known.values()].map(({ spec }) => ({
      id: spec.id,
      version: spec.version,
      gaps: this.#gapsOf(spec),
    }))
  }

  async enter(networkId: string | null): Promise<string[]> {
    if (networkId === null) {
      const name = `${this.#prefix}${NOBODY}`
      await this.#namespaces.add(name)
      return this.#namespaces.enter(name)
    }
    return this.#lock.run(networkId, async () => this.#namespaces.enter((await this.#vpc(networkId)).name))
  }

  addTap(_machineId: string, nic: MachineNic, uid: number | null): Promise<{ name: string }> {
    return this.#lock.run(nic.networkId, async () => {
      const vpc = await this.#vpc(nic.networkId)
      const tap = { namespaces: this.#namespaces, namespace: vpc.name, nic, uid }
      const added = await addLink(this.#makeLink, tap)
      await vpc.added(nic.id)
      return added
    })
  }

  async removeTap(nicId: string): Promise<void> {
    for (const [id, vpc] of this.#vpcs)
      if (vpc.nics.has(nicId))
        await this.#lock.run(id, async () => {
          await vpc.removeTap(nicId, linkName(nicId))
          await this.#endUnused(id)
        })
  }

  async keepTaps(nicIds: ReadonlySet<string>): Promise<void> {
    const others = [...this.#vpcs.values()].flatMap(({ nics }) => [...nics]).filter((id) => !nicIds.has(id))
    for (const id of others) await this.removeTap(id)
  }

  async counters(nicIds: readonly string[]): Promise<NicCounters[]> {
    const wanted = new Set(nicIds)
    const inUse = [...this.#vpcs.values()].filter(({ nics }) => nicIds.some((id) => nics.has(id)))
    return (await Promise.all(inUse.map(({ name }) => countersIn(this.#namespaces, name, wanted)))).flat()
  }

  externalNetworks(): readonly string[] {
    return this.#world.networks()
  }

  onGaps(listener: () => void): () => void {
    return this.#watch.subscribe(listener)
  }

  async close(): Promise<void> {
    await this.#watch.close()
    await this.#lock.settled()
    if (this.#known.size > 0 || this.#vpcs.size > 0) return
    // Nothing needs the hub.
    await this.#world.leave()
    await this.#namespaces.remove(this.#around.hub)
  }

  #gapsOf(spec: NetworkSpec): Gap[] {
    return [...this.#world.gaps(spec), ...this.#watch.gapsOf(spec.id)]
  }

  /** Makes external addresses lead here. Networks share addresses for sending. */
  #route(): Promise<void> {
    return this.#lock.run(HOST, () => this.#world.follow([...this.#routed.values()]))
  }

  /** Ends the namespace of a network that is neither known nor used. */
  async #endUnused(id: string): Promise<void> {
    const vpc = this.#vpcs.get(id)
    if (!vpc || this.#known.has(id) || vpc.nics.size > 0) return
    await vpc.end()
    this.#vpcs.delete(id)
  }

  async #vpc(id: string): Promise<Vpc> {
    const known = this.#vpcs.get(id)
    if (known) return known
    const made = await Vpc.make(id, `${this.#prefix}${id}`, this.#around)
    this.#vpcs.set(id, made)
    return made
  }
}

/** Ends the name of the namespace of machines without interfaces. */
const NOBODY = 'none'
