import type { Lane } from '../database/fair-queue.ts'

/** Queries that a server evaluates at a time: while one waits for the database, the other computes. */
const AT_ONCE = 2

type Users = Map<string, (() => void)[]>

/**
 * Runs one query of a user after the other, and lets silos take turns, and in a silo its users, so that no silo's queries delay those
 * of others.
 */
export class Turns {
  /** Queries that wait, by silo and user. The first silo, and its first user, had their last turn the longest ago. */
  readonly #waiting = new Map<string, Users>()
  readonly #running = new Set<string>()

  /** Runs work when it is the user's turn. */
  async run<Result>({ silo, user }: Lane, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      const users: Users = this.#waiting.get(silo) ?? new Map()
      this.#waiting.set(silo, users.set(user, [...(users.get(user) ?? []), start]))
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
      const start = this.#takeNext()
      if (!start) return
      start()
    }
  }

  /** Takes out the next query of a user of whom none runs. The silo and the user come last then. */
  #takeNext(): (() => void) | undefined {
    for (const [silo, users] of this.#waiting)
      for (const [user, [start, ...others]] of users) {
        if (this.#running.has(user)) continue
        this.#running.add(user)
        users.delete(user)
        if (others.length > 0) users.set(user, others)
        this.#waiting.delete(silo)
        if (users.size > 0) this.#waiting.set(silo, users)
        return start
      }
    return undefined
  }
}
