import { DriverError } from '../driver-error.ts'
import type { DiskSpec } from '../disk.ts'
import type { MachineSpec } from '../machine.ts'
import type { Sled } from '../sled.ts'
import type { DiskRecord, MachineRecord } from './record.ts'
import { currentPhase } from './timeline.ts'
import type { Phase } from './timeline.ts'

/**
 * Which machines hold disks and sleds, in memory so that a placement need not read every record. The store remains the
 * source of truth: this cache is filled at the start, and again before a refusal, because another server's driver may
 * have changed the store.
 */
export class Holdings {
  readonly #phases = new Map<string, Phase[]>()
  readonly #machineDisks = new Map<string, string[]>()
  readonly #holders = new Map<string, string>()
  readonly #disks = new Map<string, { size: number; sledId: string | null }>()
  readonly #sleds: Sled[]

  constructor(sleds: Sled[]) {
    this.#sleds = sleds
  }

  /** Reloads everything from the store. */
  replace(machines: MachineRecord[], disks: DiskRecord[]): void {
    for (const known of [this.#phases, this.#machineDisks, this.#holders, this.#disks]) known.clear()
    for (const record of machines) this.setMachine(record)
    for (const record of disks) this.setDisk(record)
  }

  setMachine(record: MachineRecord): void {
    const { id } = record.spec
    this.forgetMachine(id)
    if (record.phases.some((phase) => phase.host)) this.#phases.set(id, record.phases)
    const disks = record.spec.disks.map((disk) => disk.id)
    if (disks.length > 0) this.#machineDisks.set(id, disks)
    for (const disk of disks) this.#holders.set(disk, id)
  }

  forgetMachine(id: string): void {
    this.#phases.delete(id)
    for (const disk of this.#machineDisks.get(id) ?? []) this.#holders.delete(disk)
    this.#machineDisks.delete(id)
  }

  setDisk(record: DiskRecord): void {
    this.#disks.set(record.spec.id, { size: record.spec.size, sledId: record.spec.sledId })
  }

  forgetDisk(id: string): void {
    this.#disks.delete(id)
  }

  /** Returns the machine that holds a disk, if any. */
  holder(diskId: string): string | undefined {
    return this.#holders.get(diskId)
  }

  /** @throws DriverError `invalid` if a machine other than `machineId` holds the disk. */
  requireFree(diskId: string, machineId?: string): void {
    const holder = this.holder(diskId)
    if (holder !== undefined && holder !== machineId)
      throw new DriverError('invalid', `disk ${diskId} is attached to machine ${holder}`)
  }

  hasDisk(diskId: string): boolean {
    return this.#disks.has(diskId)
  }

  /**
   * Returns the sled for a machine: the one in its spec, else the one with the most free memory that provides its CPU platform.
   * @throws DriverError `not_found` for an unknown sled, `insufficient_capacity` if there is no room.
   */
  place(spec: MachineSpec, now: number): Sled {
    const used = this.#used(now, spec.id)
    const free = (sled: Sled) => sled.usablePhysicalRam - (used.get(sled.id) ?? 0)
    const fits = (sled: Sled) => offers(sled, spec) && spec.memory <= free(sled)
    const requested = spec.sledId === null ? this.#sleds : [this.sled(spec.sledId)]
    const [best] = requested.filter(fits).sort((a, b) => free(b) - free(a))
    if (best) return best
    const where =
      spec.sledId === null ? 'no sled has' : `sled ${requested[0]?.baseboard.serial} does not have`
    if (!requested.some((sled) => offers(sled, spec)))
      throw new DriverError('insufficient_capacity', `${where} the CPU platform ${spec.cpuPlatform}`)
    throw new DriverError(
      'insufficient_capacity',
      `${where} ${spec.memory / 1024 ** 3} GiB of memory to spare`,
    )
  }

  /** @throws DriverError `not_found`. */
  sled(id: string): Sled {
    const sled = this.#sleds.find((each) => each.id === id)
    if (!sled) throw new DriverError('not_found', `sled ${id} is not part of the rack`)
    return sled
  }

  /** @throws DriverError `insufficient_capacity` if the rack, or the sled of a local disk, can't hold a new disk. */
  checkStorage(spec: DiskSpec): void {
    const sleds = spec.sledId === null ? this.#sleds : [this.sled(spec.sledId)]
    let free = sleds.reduce((sum, { usableStorage }) => sum + (usableStorage ?? 0), 0)
    for (const disk of this.#disks.values()) {
      if (spec.sledId === null || disk.sledId === spec.sledId) free -= disk.size
    }
    if (spec.size > free) {
      throw new DriverError(
        'insufficient_capacity',
        `the disk takes ${spec.size} bytes, ${Math.max(0, free)} are free`,
      )
    }
  }

  /** Returns each sled's memory that machines other than `except` use or have reserved. */
  #used(now: number, except: string) {
    const used = new Map<string, number>()
    for (const [id, phases] of this.#phases) {
      if (id === except) continue
      for (const [sledId, most] of mostPerSled(phases, now)) used.set(sledId, (used.get(sledId) ?? 0) + most)
    }
    return used
  }
}

/** Records from before CPU platforms existed have none. */
const offers = ({ cpuPlatforms }: Sled, { cpuPlatform }: MachineSpec): boolean =>
  !cpuPlatform || cpuPlatforms.includes(cpuPlatform)

/** Phases of one machine never overlap, so on one sled it uses the maximum of its remaining phases. */
function mostPerSled(phases: Phase[], now: number) {
  const most = new Map<string, number>()
  const current = currentPhase(phases, now)
  for (const { number, host } of phases) {
    if (!host || number < (current?.number ?? 0)) continue
    most.set(host.sledId, Math.max(host.memory, most.get(host.sledId) ?? 0))
  }
  return most
}
