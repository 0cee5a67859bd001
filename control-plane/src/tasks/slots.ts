import { FairQueue } from '../database/fair-queue.ts'

/** The part of all held tasks that one silo may have, as of the gate's seats. */
const SILO_SHARE = 3 / 4

/**
 * Counts the tasks of a worker. Each runs in a slot, which it gives to others while it waits for the driver: then it is only held.
 * Held tasks take memory and a lease, so there is a limit, of which a silo whose calls all hang leaves a part to the others.
 */
export class Slots {
  #free: number
  readonly #mostHeld: number
  #held = 0
  readonly #bySilo = new Map<string, number>()
  /** Tasks that go on, and the worker's claim, which has the queue of the system. Silos take turns. */
  readonly #waiting = new FairQueue<() => void>()

  constructor(count: number, mostHeld: number) {
    this.#free = count
    this.#mostHeld = mostHeld
  }

  /** Takes a slot, after a wait if none is free. */
  async take(siloId: string): Promise<void> {
    if (this.takeFree()) return
    await new Promise<void>((resolve) => this.#waiting.push({ silo: siloId, user: '' }, resolve))
  }

  /** @returns whether a slot was free. */
  takeFree(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  giveBack(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }

  /** Gives the slot of a task to others until a call of a slow service has ended. */
  async outside<Result>(siloId: string, call: Promise<Result>): Promise<Result> {
    this.giveBack()
    try {
      return await call
    } finally {
      await this.take(siloId)
    }
  }

  /** Returns how many more tasks of a silo the worker may hold. */
  room(siloId: string): number {
    const ofSilo = Math.ceil(this.#mostHeld * SILO_SHARE) - (this.#bySilo.get(siloId) ?? 0)
    return Math.min(ofSilo, this.#mostHeld - this.#held)
  }

  hold(siloId: string): void {
    this.#held += 1
    this.#bySilo.set(siloId, (this.#bySilo.get(siloId) ?? 0) + 1)
  }

  letGo(siloId: string): void {
    this.#held -= 1
    const left = (this.#bySilo.get(siloId) ?? 0) - 1
    if (left > 0) this.#bySilo.set(siloId, left)
    else this.#bySilo.delete(siloId)
  }
}
