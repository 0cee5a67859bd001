import { join } from 'node:path'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { MachineDisk, MachineSpec } from '@granary/compute/machine.ts'
import { KeyedLock } from '@granary/compute/lock.ts'
import { SerialLine } from '../serial/serial-line.ts'
import { SerialLog } from '../serial/serial-log.ts'
import { Hardware } from './hardware.ts'
import { Life } from './life.ts'
import type { QemuProcess } from './process.ts'
import { MAX_REMEMBERED_REBOOTS, type MachineRecord } from './record.ts'
import { Runner } from './runner.ts'
import type { World } from './world.ts'

/** One machine: the commands about it. */
export class Machine {
  readonly life: Life
  readonly #world: World
  readonly #hardware: Hardware
  readonly #runner: Runner
  readonly #plugs = new KeyedLock()
  #line: Promise<SerialLine> | undefined
  #recovered: Promise<void> = Promise.resolve()

  constructor(record: MachineRecord, world: World) {
    this.#world = world
    this.life = new Life(record, world)
    this.#hardware = new Hardware(record.spec.id, record.slot, world)
    this.#runner = new Runner({ world, life: this.life, hardware: this.#hardware, line: () => this.line() })
  }

  /** Returns the process of a machine that is up. @throws DriverError `invalid`; `unreachable` for one that was not found again. */
  async process(): Promise<QemuProcess> {
    this.#requireFound()
    const process = await this.#runner.process()
    if (!process || !this.life.isUp) throw this.life.notUp()
    return process
  }

  /** Starts the machine, or starts it again once it has stopped. */
  start(spec: MachineSpec): void {
    if (this.life.isDown) this.#runner.start(spec)
    else this.life.save({ next: spec })
  }

  stop(): void {
    const { state } = this.life
    if (state === 'failed') this.life.change('stopped')
    else if (state === 'stopping') this.life.save({ next: null })
    else if (state !== 'stopped') this.#runner.stop()
  }

  /** @throws DriverError `invalid` if the machine is not up. */
  async reboot(requestId: string): Promise<void> {
    const { life } = this
    if (life.record.reboots.includes(requestId)) return
    if (!life.isUp) throw life.notUp()
    const reboots = [...life.record.reboots, requestId].slice(-MAX_REMEMBERED_REBOOTS)
    // A guest that has not begun to boot begins anyway.
    if (life.state === 'starting') return life.save({ reboots })
    life.change('rebooting', { reboots })
    void this.#runner.reset()
  }

  /** Resolves when nothing of the machine is left but its disks. */
  async destroy(): Promise<void> {
    this.life.close()
    await this.#runner.kill()
    await this.#recovered
    const line = await this.#line
    await line?.end('stopped')
    await line?.close()
    await this.#hardware.destroy(this.life.spec)
    this.life.delete()
  }

  attach(disk: MachineDisk): Promise<void> {
    return this.#moveDisk(async () => {
      const { life } = this
      if (life.spec.disks.some(({ id }) => id === disk.id)) return
      life.requireSettled()
      // Recorded first: after a crash, it is attached again when the machine is found.
      life.save({ spec: { ...life.spec, disks: [...life.spec.disks, disk] } })
      try {
        if (life.isUp) await this.#hardware.plug(await this.process(), life.spec)
      } catch (error) {
        life.dropDisk(disk.id)
        throw error
      }
    })
  }

  detach(diskId: string): Promise<void> {
    return this.#moveDisk(async () => {
      const { life } = this
      const disk = life.spec.disks.find(({ id }) => id === diskId)
      if (!disk) return
      life.requireSettled()
      if (life.isUp) {
        const process = await this.process()
        await this.#hardware.unplug(process, disk, () => this.#plugAgain(process))
      }
      life.dropDisk(diskId)
    })
  }

  /** Attaches a disk again that the guest let go of after its detachment was refused. */
  #plugAgain(process: QemuProcess): void {
    const plug = () => this.#hardware.plug(process, this.life.spec)
    this.#plugs
      .run('', plug)
      .catch((error: unknown) => this.life.log('warn', 'a disk was not attached again', error))
  }

  /** Runs the attachment or detachment of a disk, and tells people why it is refused. */
  #moveDisk(work: () => Promise<void>): Promise<void> {
    return this.#plugs.run('', async () => {
      this.life.tell(undefined)
      await work().catch((error: unknown) => {
        if (error instanceof DriverError && error.kind === 'invalid') this.life.tell(error.message)
        throw error
      })
    })
  }

  /** See `Holder.switchLayer`. */
  async switchLayer(diskId: string, layer: string, next: string): Promise<void> {
    this.#requireFound()
    const process = await this.#runner.process()
    const disk = this.life.spec.disks.find(({ id }) => id === diskId)
    if (process && disk) await this.#hardware.switchLayer(process, disk, layer, next)
  }

  /** See `Holder.mergeLayers`. */
  async mergeLayers(chain: readonly string[]): Promise<void> {
    this.#requireFound()
    const process = await this.#runner.process()
    if (!process)
      throw new DriverError('unreachable', `machine ${this.life.spec.name} is ${this.life.state}: try again`)
    await this.#hardware.mergeLayers(process, chain)
  }

  /** Opens the serial line with its history. */
  line(): Promise<SerialLine> {
    this.#line ??= SerialLog.open(join(this.#hardware.folder, 'console')).then((log) => new SerialLine(log))
    return this.#line
  }

  /**
   * Finds the machine as an earlier server left it.
   * @param pid of its process, if there is one. Resolves when it answers, or has ended.
   */
  recover(pid: number | undefined): Promise<void> {
    const recovery = this.#recover(pid)
    this.#recovered = recovery.catch(() => {})
    return recovery
  }

  async #recover(pid: number | undefined): Promise<void> {
    if (pid !== undefined && (await this.#runner.find(pid))) return
    if (this.life.isClosed) return
    const { state, hostBoot } = this.life.record
    this.#runner.clean()
    if (state === 'stopping') return this.#runner.stopped()
    if (state === 'starting') return this.#runner.launch()
    if (this.life.isDown) return
    const isSameBoot = hostBoot === this.#world.hostBoot
    const reason = isSameBoot
      ? 'its process ended while the server was not running'
      : 'the host was restarted'
    this.life.change('failed', { reason })
  }

  /** Lets go of the process, which runs on. */
  async close(): Promise<void> {
    this.life.close()
    await this.#runner.leave()
    await this.#recovered
    const line = await this.#line
    await line?.close()
  }

  /** @throws DriverError `unreachable` while the process of an earlier server does not answer. */
  #requireFound(): void {
    if (!this.#runner.earlier.isSilent) return
    const message = `the process of machine ${this.life.spec.name} has not answered since the server started: stop or delete the machine, or try again later`
    throw new DriverError('unreachable', message)
  }
}
