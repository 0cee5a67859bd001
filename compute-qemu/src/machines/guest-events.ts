import type { QmpEvent } from '../qmp.ts'
import type { Life } from './life.ts'
import { ENDED_BY_SIGNAL, type QemuProcess } from './process.ts'
import type { World } from './world.ts'

/** Time between two attempts to go on after a failed write; milliseconds. */
const RETRY_MS = 5_000
/** A machine that stays on for so long after an attempt goes on; milliseconds. */
const STEADY_MS = 1_000
/** Bytes that must be free before a paused machine goes on. */
const MIN_FREE = 64 * 1024 * 1024

const FULL = 'paused, because the storage of this host is full: it goes on when there is space'

interface Subject {
  world: World
  life: Life
  powerOff: () => void
}

/** What happens to a machine without a request. */
export class GuestEvents {
  readonly #process: QemuProcess
  readonly #subject: Subject
  /** Number of failed operations so far. */
  #errors = 0

  constructor(process: QemuProcess, subject: Subject) {
    this.#process = process
    this.#subject = subject
  }

  follow(): void {
    this.#process.qmp.on('event', (event) => this.#happen(event))
  }

  /** Handles the status of a process that an earlier server left. @returns whether the guest does not run. */
  found(status: string): boolean {
    if (status === 'shutdown') this.#subject.powerOff()
    else if (status === 'guest-panicked') this.#crashed()
    else if (status === 'io-error' && this.#subject.life.state === 'repairing') this.#goOnLater()
    else if (status === 'io-error') this.#paused(FULL)
    else return false
    return true
  }

  #happen({ event, data }: QmpEvent): void {
    const { life, powerOff } = this.#subject
    // Other actions go on by themselves.
    if (event === 'GUEST_PANICKED' && data?.action === 'pause') this.#crashed()
    else if (event === 'BLOCK_IO_ERROR' && data?.action === 'stop')
      this.#paused(
        data.nospace === true
          ? FULL
          : `paused after a failed ${String(data.operation)}: ${String(data.reason)}`,
      )
    else if (event === 'SHUTDOWN' && data?.guest === true && life.isUp) powerOff()
    else if (event === 'SHUTDOWN' && data?.reason === 'host-signal') this.#process.failure = ENDED_BY_SIGNAL
  }

  #crashed(): void {
    this.#process.failure = 'the operating system of the guest crashed'
    void this.#process.kill()
  }

  #paused(reason: string): void {
    const { life } = this.#subject
    this.#errors += 1
    if (life.state !== 'running') return
    life.change('repairing', { reason })
    this.#goOnLater()
  }

  #goOnLater(): void {
    this.#subject.world.clock.setTimer(RETRY_MS, () => void this.#goOn().catch(() => this.#goOnLater()))
  }

  async #goOn(): Promise<void> {
    const { world, life } = this.#subject
    const { qmp } = this.#process
    if (life.state !== 'repairing' || life.isClosed || qmp.closed) return
    if ((await world.freeSpace()) < MIN_FREE) return this.#goOnLater()
    const errors = this.#errors
    await qmp.execute('cont')
    await new Promise<void>((resolve) => world.clock.setTimer(STEADY_MS, resolve))
    const { status } = await qmp.execute<{ status: string }>('query-status')
    if (life.state !== 'repairing') return
    // An error may have come right after the answer.
    if (status === 'running' && this.#errors === errors) life.change('running')
    else this.#goOnLater()
  }
}
