/** Queries that a server evaluates at a time: while one waits for the database, the other computes. */
const AT_ONCE = 2

/** Runs one query of a user after the other, and lets users take turns, so that no user's queries delay those of others. */
export class Turns {
  /** Queries that wait, by user. The user who comes first had their last turn the longest ago. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #running = new Set<string>()

  /** Runs work when it is the user's turn. */
  async run<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      this.#waiting.set(user, [...(this.#waiting.get(user) ?? []), start])
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
    for (const [user, [start, ...others]] of this.#waiting) {
      if (this.#running.size === AT_ONCE) return
      if (this.#running.has(user)) continue
      this.#running.add(user)
      this.#waiting.delete(user)
      if (others.length > 0) this.#waiting.set(user, others)
      start?.()
    }
  }
}
