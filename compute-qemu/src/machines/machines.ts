import { DriverError } from '@granary/compute/driver-error.ts'
import { isDown, type MachineDisk, type MachineReport, type MachineSpec } from '@granary/compute/machine.ts'
import type { Sled } from '@granary/compute/sled.ts'
import type { Holder } from '../storage/disks.ts'
import { Machine } from './machine.ts'
import { findProcesses } from './process.ts'
import type { MachineRecord } from './record.ts'
import type { World } from './world.ts'

/** A process that does not answer for longer does not delay the others; milliseconds. */
const RECOVERY_MS = 10_000

/** The machines of this host. */
export class Machines {
  readonly #world: World
  readonly #sled: () => Promise<Sled>
  readonly #all = new Map<string, Machine>()

  constructor(world: World, sled: () => Promise<Sled>) {
    this.#world = world
    this.#sled = sled
  }

  /** Finds the machines that an earlier server started. */
  async open(): Promise<void> {
    for (const record of this.#world.records.all())
      this.#all.set(record.spec.id, new Machine(record, this.#world))
    const processes = await findProcesses()
    const recovered = [...this.#all].map(async ([id, machine]) => {
      await machine.recover(processes.get(id)).catch((error: unknown) => {
        this.#world.log('error', 'a machine was not found again', { machine: id, error: String(error) })
      })
    })
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, RECOVERY_MS).unref())
    await Promise.race([Promise.all(recovered), deadline])
  }

  list(): MachineReport[] {
    return [...this.#all.values()].map(({ life }) => life.report)
  }

  find(id: string): Machine | undefined {
    return this.#all.get(id)
  }

  /** @throws DriverError `not_found`. */
  get(id: string): Machine {
    const machine = this.#all.get(id)
    if (!machine) throw new DriverError('not_found', `machine ${id} is unknown`)
    return machine
  }

  /** Returns the IDs of all interfaces. */
  nicIds(): Set<string> {
    const records = [...this.#all.values()].map(({ life }) => life.record)
    return new Set(
      records.flatMap(({ spec, next }) => [...spec.nics, ...(next?.nics ?? [])].map(({ id }) => id)),
    )
  }

  up(): Machine[] {
    return [...this.#all.values()].filter(({ life }) => life.isUp)
  }

  define(spec: MachineSpec): void {
    const machine = this.find(spec.id)
    if (machine && !machine.life.isDown) return
    this.#check(spec)
    if (machine) machine.life.save({ spec })
    else this.#add(spec)
  }

  async start(spec: MachineSpec, number: number | undefined): Promise<void> {
    const sled = await this.#sled()
    const machine = this.find(spec.id)
    // Before any check: a request that is refused has come all the same.
    machine?.life.number(number)
    if (machine && (machine.life.isUp || machine.life.record.next)) return
    this.#check(spec)
    this.#checkRoom(spec, sled)
    const started = machine ?? this.#add(spec)
    if (!machine) started.life.number(number)
    started.start(spec)
  }

  stop(id: string, number: number | undefined): void {
    const machine = this.get(id)
    machine.life.number(number)
    machine.stop()
  }

  async reboot(id: string, requestId: string, number: number | undefined): Promise<void> {
    const machine = this.get(id)
    machine.life.number(number)
    await machine.reboot(requestId)
  }

  async destroy(id: string): Promise<void> {
    await this.find(id)?.destroy()
    this.#all.delete(id)
  }

  async attach(id: string, disk: MachineDisk): Promise<void> {
    const machine = this.get(id)
    this.#checkDisk(disk.id, id)
    await machine.attach(disk)
  }

  /** Returns the machine that holds a disk. */
  holder(diskId: string): Holder | undefined {
    const machine = [...this.#all.values()].find((each) => holds(each.life.record, diskId))
    if (!machine) return undefined
    const { spec, state } = machine.life.record
    return {
      id: spec.id,
      name: spec.name,
      isUp: !isDown(state) && spec.disks.some(({ id }) => id === diskId),
      switchLayer: (disk, layer, next) => machine.switchLayer(disk, layer, next),
      mergeLayers: (chain) => machine.mergeLayers(chain),
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.values()].map((machine) => machine.close()))
  }

  #add(spec: MachineSpec): Machine {
    const { clock, firmware, hostBoot, records } = this.#world
    const now = clock.now().getTime()
    const slots = new Set([...this.#all.values()].map(({ life }) => life.record.slot))
    let slot = 0
    while (slots.has(slot)) slot += 1
    const record: MachineRecord = {
      spec,
      state: 'stopped',
      since: now,
      lastRequest: 0,
      reboots: [],
      startedAt: now,
      hostBoot,
      stopBy: null,
      next: null,
      firmware,
      slot,
    }
    records.save(record)
    const machine = new Machine(record, this.#world)
    this.#all.set(spec.id, machine)
    return machine
  }

  /** @throws DriverError as `ensureDefined`. */
  #check(spec: MachineSpec): void {
    const known = this.find(spec.id)
    if (spec.sledId !== null && spec.sledId !== this.#world.sledId)
      throw new DriverError('not_found', `sled ${spec.sledId} is unknown`)
    for (const { id } of spec.disks) this.#checkDisk(id, spec.id)
    const boot = spec.bootDiskId === null ? undefined : this.#world.disks.find(spec.bootDiskId)
    const firmware = known ? (known.life.record.firmware ?? 'bios') : this.#world.firmware
    if (firmware === 'bios' && boot && boot.spec.blockSize !== 512) {
      throw new DriverError(
        'invalid',
        `machine ${spec.name} can't boot from disk ${boot.spec.id}: its blocks have ${boot.spec.blockSize} bytes, and the firmware needs 512`,
      )
    }
  }

  #checkDisk(diskId: string, machineId: string): void {
    if (!this.#world.disks.find(diskId)) throw new DriverError('not_found', `disk ${diskId} is unknown`)
    const holder = this.holder(diskId)
    if (holder && holder.id !== machineId)
      throw new DriverError('invalid', `disk ${diskId} is attached to machine ${holder.name}`)
  }

  /** @throws DriverError `insufficient_capacity`. */
  #checkRoom({ id, name, memory, cpuPlatform }: MachineSpec, sled: Sled): void {
    if (cpuPlatform !== null && !sled.cpuPlatforms.includes(cpuPlatform))
      throw full(`this host can't provide the CPU platform ${cpuPlatform}`)
    const others = [...this.#all.values()].filter(({ life }) => life.spec.id !== id && !life.isDown)
    const used = others.reduce((sum, { life }) => sum + life.spec.memory, 0)
    if (used + memory > sled.usablePhysicalRam)
      throw full(
        `machine ${name} needs ${memory} bytes of memory, and ${sled.usablePhysicalRam - used} bytes of this host are free`,
      )
  }
}

const full = (message: string) => new DriverError('insufficient_capacity', message)

const holds = ({ spec, next }: MachineRecord, diskId: string): boolean =>
  [...spec.disks, ...(next?.disks ?? [])].some(({ id }) => id === diskId)
