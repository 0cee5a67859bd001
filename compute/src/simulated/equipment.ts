import { DriverError } from '../driver-error.ts'
import type { DiskIdentity, Equipment, SledIdentity, Switch } from '../equipment.ts'
import type { PhysicalDisk, Sled } from '../sled.ts'
import { stableUuid } from '../stable.ts'
import type { DriverStore } from '../store.ts'
import { DISKS_PER_SLED, simulatedDisk, spareSled } from './rack.ts'

const PORTS_PER_SWITCH = 32
/** Ports with a cable to the network of the site. */
const UPLINKS = 2

const ADOPTED = 'adopted-disk/'
const ADDED = 'added-sled/'

/**
 * The sleds of a simulated rack, with two switches, one sled that is not in use yet, and in the first sled a disk that
 * can be adopted. The store remembers added sleds and adopted disks, which are added to `sleds` itself.
 */
export class Rack {
  readonly #sleds: Sled[]
  readonly #store: DriverStore

  constructor(sleds: Sled[], store: DriverStore) {
    this.#sleds = sleds
    this.#store = store
  }

  /** Returns the sleds with all added sleds and adopted disks, also those that another driver of the store added. */
  async sleds(): Promise<Sled[]> {
    const first = firstOf(this.#sleds)
    if (first && (await this.#store.list(ADDED)).length > 0) {
      const spare = spareSled(first.rackId)
      const place = this.#sleds.findIndex(({ id }) => id >= spare.id)
      if (this.#sleds[place]?.id !== spare.id)
        this.#sleds.splice(place === -1 ? this.#sleds.length : place, 0, spare)
    }
    const adopted = new Set((await this.#store.list(ADOPTED)).map(({ key }) => key.slice(ADOPTED.length)))
    for (const sled of adopted.size > 0 ? this.#sleds : []) {
      const disk = spareDisk(sled)
      const isListed = sled.disks.some(({ id }) => id === disk.id)
      if (!adopted.has(disk.serial) || isListed) continue
      sled.disks.push(disk)
      sled.usableStorage = (sled.usableStorage ?? 0) + disk.size
    }
    return structuredClone(this.#sleds)
  }

  async equipment(): Promise<Equipment> {
    const sleds = await this.sleds()
    const first = firstOf(sleds)
    if (!first) return { switches: [], uninitializedSleds: [], unadoptedDisks: [] }
    const { rackId } = first
    const { id, size: _, ...spare } = spareDisk(first)
    const { id: spareId, slot, baseboard } = spareSled(rackId)
    return {
      switches: [simulatedSwitch(rackId, 0), simulatedSwitch(rackId, 1)],
      uninitializedSleds: sleds.some((sled) => sled.id === spareId)
        ? []
        : [{ rackId, cubby: slot!, baseboard }],
      unadoptedDisks: first.disks.some((disk) => disk.id === id)
        ? []
        : [{ ...spare, sledId: first.id, slot: DISKS_PER_SLED }],
    }
  }

  /** @throws DriverError `not_found`. */
  async adopt(identity: DiskIdentity): Promise<void> {
    const sleds = await this.sleds()
    if (sleds.some((sled) => sled.disks.some((disk) => isSame(disk, identity)))) return
    const first = firstOf(sleds)
    if (!first || !isSame(spareDisk(first), identity))
      throw new DriverError('not_found', `no sled has a disk with serial ${identity.serial}`)
    await this.#store.put(ADOPTED + identity.serial, {})
    await this.sleds()
  }

  /** @throws DriverError `not_found`. */
  async prepare({ part, serial }: SledIdentity): Promise<void> {
    const sleds = await this.sleds()
    const first = firstOf(sleds)
    const all = first ? [...sleds, spareSled(first.rackId)] : sleds
    if (!all.some(({ baseboard }) => baseboard.part === part && baseboard.serial === serial))
      throw new DriverError('not_found', `no rack has a sled with serial ${serial}`)
  }

  /** @throws DriverError `not_found`. */
  async add(identity: SledIdentity): Promise<void> {
    await this.prepare(identity)
    if ((await this.sleds()).some(({ baseboard }) => baseboard.serial === identity.serial)) return
    await this.#store.put(ADDED + identity.serial, {})
    await this.sleds()
  }
}

const spareDisk = (sled: Sled) => simulatedDisk(sled.baseboard.serial, DISKS_PER_SLED)

const firstOf = (sleds: readonly Sled[]): Sled | undefined =>
  sleds.toSorted((a, b) => (a.slot ?? 0) - (b.slot ?? 0))[0]

const isSame = (a: Pick<PhysicalDisk, keyof DiskIdentity>, b: DiskIdentity): boolean =>
  a.vendor === b.vendor && a.model === b.model && a.serial === b.serial

const simulatedSwitch = (rackId: string, number: 0 | 1): Switch => ({
  id: stableUuid(`switch/${rackId}/${number}`),
  rackId,
  slot: `switch${number}`,
  baseboard: { part: '310-0000031', serial: `GRNSW${number}`, revision: 2 },
  ports: Array.from({ length: PORTS_PER_SWITCH }, (_, port) => ({
    id: stableUuid(`switch-port/${rackId}/${number}/${port}`),
    name: `qsfp${port}`,
    link:
      port < UPLINKS
        ? { state: 'up' as const, speedGbps: 100, transceiver: 'present' as const }
        : { state: 'down' as const, speedGbps: null, transceiver: 'absent' as const },
  })),
})
