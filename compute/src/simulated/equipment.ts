import { DriverError } from '../driver-error.ts'
import type { DiskIdentity, Equipment, Switch } from '../equipment.ts'
import type { Sled } from '../sled.ts'
import { stableUuid } from '../stable.ts'
import type { DriverStore } from '../store.ts'
import { DISKS_PER_SLED, simulatedDisk } from './rack.ts'

const PORTS_PER_SWITCH = 32
/** Ports with a cable to the network of the site. */
const UPLINKS = 2
/** Sleds are in even positions, so this one is free. */
const SPARE_CUBBY = 31

const ADOPTED = 'adopted-disk/'

/**
 * The sleds of a simulated rack, with two switches, one sled that is not in use yet, and in the first sled a disk that
 * can be adopted. The store remembers adopted disks, which are added to `sleds` itself.
 */
export class Rack {
  readonly #sleds: Sled[]
  readonly #store: DriverStore

  constructor(sleds: Sled[], store: DriverStore) {
    this.#sleds = sleds
    this.#store = store
  }

  /** Returns the sleds with all adopted disks, also those that another driver of the store adopted. */
  async sleds(): Promise<Sled[]> {
    const adopted = new Set((await this.#store.list(ADOPTED)).map(({ key }) => key.slice(ADOPTED.length)))
    for (const sled of adopted.size > 0 ? this.#sleds : []) {
      const disk = spareDisk(sled)
      const isListed = sled.disks.some(({ id }) => id === disk.id)
      if (adopted.has(disk.serial) && !isListed) sled.disks.push(disk)
    }
    return structuredClone(this.#sleds)
  }

  async equipment(): Promise<Equipment> {
    const first = firstOf(await this.sleds())
    if (!first) return { switches: [], uninitializedSleds: [], unadoptedDisks: [] }
    const { rackId } = first
    const { id, size: _, ...spare } = spareDisk(first)
    return {
      switches: [simulatedSwitch(rackId, 0), simulatedSwitch(rackId, 1)],
      uninitializedSleds: [
        {
          rackId,
          cubby: SPARE_CUBBY,
          baseboard: { part: '310-0000024', serial: 'GRN26SPARE', revision: 6 },
        },
      ],
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
}

const spareDisk = (sled: Sled) => simulatedDisk(sled.baseboard.serial, DISKS_PER_SLED)

const firstOf = (sleds: readonly Sled[]): Sled | undefined =>
  sleds.toSorted((a, b) => (a.slot ?? 0) - (b.slot ?? 0))[0]

const isSame = (a: DiskIdentity, b: DiskIdentity): boolean =>
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
