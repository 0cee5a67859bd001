import { FairQueue, type Lane } from '../database/fair-queue.ts'

/** Queries that a server evaluates at a time: while one waits for the database, the other computes. */
const AT_ONCE = 2

/** A query that waits. */
type Waiting = { user: string; start: () => void }

/**
 * Runs one query of a user after the other, and lets silos take turns, and in a silo its users, so that no silo's queries delay those
 * of others.
 */
export class Turns {
  readonly #waiting = new FairQueue<Waiting>()
  readonly #running = new Set<string>()

  /** Runs work when it is the user's turn. */
  async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    const { user } = lane
    await new Promise<void>((start) => {
      this.#waiting.push(lane, { user, start })
      this.#startNext()
    })
    try {
      return await work()
    } finally {
      this.#running.delete(user)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#waiting.shift(undefined, (user) => !this.#running.has(user))
      if (!next) return
      this.#running.add(next.user)
      next.start()
    }
  }
}
