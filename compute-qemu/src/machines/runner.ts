import { join } from 'node:path'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { MachineSpec } from '@granary/compute/machine.ts'
import type { SerialLine } from '../serial/serial-line.ts'
import { booted } from './boot-load.ts'
import { MACHINE_FILES } from './command-line.ts'
import { EarlierProcess } from './earlier-process.ts'
import { GuestEvents } from './guest-events.ts'
import type { Hardware } from './hardware.ts'
import type { Life } from './life.ts'
import { askToStop } from './power.ts'
import type { QemuProcess } from './process.ts'
import type { World } from './world.ts'

const GAP = '\r\n[Granary: output is missing here, because the server was restarted]\r\n'

interface RunnerParts {
  world: World
  life: Life
  hardware: Hardware
  line: () => Promise<SerialLine>
}

/** Begins, follows and ends the processes of one machine, one after another. */
export class Runner {
  readonly #parts: RunnerParts
  #process: Promise<QemuProcess | undefined> | undefined
  readonly earlier: EarlierProcess
  #begin: { abort: AbortController; done: Promise<void> } | undefined
  #cleaned: Promise<void> = Promise.resolve()

  constructor(parts: RunnerParts) {
    this.#parts = parts
    this.earlier = new EarlierProcess(parts.hardware.folder, parts.life.spec.id)
  }

  /** Returns the process, when it answers; undefined without one. */
  process(): Promise<QemuProcess | undefined> {
    return this.#process?.catch(() => undefined) ?? Promise.resolve(undefined)
  }

  /** Starts a machine that is down. */
  start(spec: MachineSpec): void {
    const { life, world } = this.#parts
    life.change('starting', {
      spec,
      next: null,
      hostBoot: world.hostBoot,
      startedAt: world.clock.now().getTime(),
    })
    this.launch()
  }

  /** Stops a machine that is up. @param reason why, if that was not requested. */
  stop(reason?: string): void {
    const { life, world } = this.#parts
    const stopBy = world.clock.now().getTime() + world.stopGrace
    life.change('stopping', { stopBy, reason, stopReason: reason })
    this.#inBackground(this.end())
  }

  /** Begins a process for a machine that is starting. */
  launch(): void {
    const abort = new AbortController()
    this.#begin = { abort, done: this.#launch(abort.signal) }
  }

  /** Finds the process that an earlier server began, however long it takes to answer. @returns whether it runs. */
  async find(pid: number): Promise<boolean> {
    this.#process = this.earlier.find(pid)
    const process = await this.#process
    if (!process) this.#process = undefined
    else if (!this.#parts.life.isClosed) await this.#adopt(process)
    return process !== undefined
  }

  /** Follows a process that an earlier server began. */
  async #adopt(process: QemuProcess): Promise<void> {
    const { life, hardware } = this.#parts
    this.#follow(process)
    await this.#attach(GAP)
    const { status } = await process.qmp.execute<{ status: string }>('query-status')
    if (life.isDown || life.state === 'stopping') return this.#inBackground(this.end())
    await hardware.plug(process, life.spec)
    if (status === 'prelaunch') return this.#resume(process)
    if (this.#events(process).found(status)) return
    if (life.state === 'rebooting') return this.reset()
    if (life.state !== 'running') life.change('running')
  }

  /** Deletes what a process that is gone has left. */
  clean(): void {
    const { life, hardware } = this.#parts
    this.#cleaned = hardware
      .clean(life.spec)
      .catch((error: unknown) => life.log('warn', 'a machine left something', error))
  }

  /** Restarts the guest of a machine that is rebooting. */
  async reset(): Promise<void> {
    const { life } = this.#parts
    const process = await this.process()
    try {
      await process?.qmp.execute('system_reset')
      await process?.qmp.execute('cont')
    } catch (error) {
      // A process that ended is reported as such.
      life.log('warn', 'a machine was not reset', error)
    }
    if (process && !process.qmp.closed && life.state === 'rebooting') life.change('running')
  }

  /** Ends a machine that is stopping: asks its guest, and does not wait for it for ever. */
  async end(): Promise<void> {
    const { life, world } = this.#parts
    await this.#settle()
    const left = (life.record.stopBy ?? 0) - world.clock.now().getTime()
    const cancel = world.clock.setTimer(Math.max(0, left), () => this.#inBackground(this.earlier.end()))
    const process = await this.process()
    cancel()
    if (!process) return this.stopped()
    await askToStop(process, {
      clock: world.clock,
      until: life.record.stopBy ?? 0,
      isOver: () => life.isClosed,
    })
    if (!life.isClosed) await process.kill()
  }

  stopped(): void {
    const { life } = this.#parts
    if (life.isClosed || life.state !== 'stopping') return
    const { next, stopReason } = life.record
    life.change('stopped', { reason: stopReason, stopReason: undefined, stopBy: null, next: null })
    if (next) this.start(next)
  }

  /** Ends the process of a machine that is destroyed. */
  async kill(): Promise<void> {
    await this.#settle()
    await this.earlier.end()
    await (await this.process())?.kill()
    await this.#cleaned
  }

  /** Lets go of the process, which runs on. */
  async leave(): Promise<void> {
    await this.#settle()
    this.earlier.leave()
    const process = await this.process()
    process?.leave()
  }

  /** Resolves when no process is being started. */
  async #settle(): Promise<void> {
    this.#begin?.abort.abort()
    await this.#begin?.done
  }

  async #launch(signal: AbortSignal): Promise<void> {
    const { life, world, hardware, line } = this.#parts
    let release = () => {}
    try {
      await this.#cleaned
      release = await world.slots.take((ahead) => life.wait(ahead), signal)
      life.wait(0)
      await (await line()).clear()
      await hardware.start(life.record, (start) => {
        signal.throwIfAborted()
        this.#process = start()
      })
      const process = (await this.#process)!
      this.#follow(process)
      await this.#attach()
      signal.throwIfAborted()
      await hardware.countLatencies(process, life.spec.disks)
      await this.#resume(process)
      void booted(process.pid).finally(release)
      release = () => {}
    } catch (error) {
      if (!signal.aborted && !life.isClosed && life.state === 'starting') await this.#fail(error as Error)
      // A stop came before there was a process, whose end would delete its taps and links.
      else if (!(await this.process())) this.clean()
    } finally {
      release()
    }
  }

  async #fail(error: Error): Promise<void> {
    const { life } = this.#parts
    life.log('error', 'a machine did not start', error)
    await (await this.process())?.kill()
    if (life.state !== 'starting') return
    this.#process = undefined
    // Other messages are for operators: they name files and arguments of programs.
    const reason = error instanceof DriverError ? error.message : 'its process could not be started'
    life.change('failed', { reason })
    this.clean()
  }

  /** Runs the guest of a process that has begun. */
  async #resume({ qmp }: QemuProcess): Promise<void> {
    await qmp.execute('cont')
    if (this.#parts.life.state === 'starting') this.#parts.life.change('running')
  }

  async #attach(gap?: string): Promise<void> {
    const line = await this.#parts.line()
    await line.attach(join(this.#parts.hardware.folder, MACHINE_FILES.serial), gap)
  }

  #follow(process: QemuProcess): void {
    this.#process = Promise.resolve(process)
    this.#events(process).follow()
    this.#inBackground(process.ended.then((words) => this.#lost(process, words)))
  }

  #events(process: QemuProcess): GuestEvents {
    const { life, world } = this.#parts
    return new GuestEvents(process, {
      world,
      life,
      powerOff: () => this.stop('the guest powered itself off'),
    })
  }

  async #lost(process: QemuProcess, words: string): Promise<void> {
    const { life, line } = this.#parts
    if (life.isClosed) return
    this.#process = undefined
    await (await line()).end('stopped')
    this.clean()
    if (life.state === 'stopping') return this.stopped()
    if (life.isDown) return
    life.log('warn', 'the process of a machine ended', words)
    life.change('failed', { reason: process.failure ?? 'its process ended unexpectedly' })
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.life.log('error', 'a machine was left as it is', error))
  }
}
