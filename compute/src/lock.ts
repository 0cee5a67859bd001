/** Runs work under one key in order; different keys don't wait for each other. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>()

  /** Runs `work` after all earlier work under `key` has settled. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.runAll([key], work)
  }

  /** Runs `work` under several keys, acquired atomically, so that there are no deadlocks. */
  async runAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#tails.get(key)).filter((tail) => tail !== undefined)
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const key of keys) this.#tails.set(key, promise)
    try {
      await Promise.all(before)
      return await work()
    } finally {
      for (const key of keys) if (this.#tails.get(key) === promise) this.#tails.delete(key)
      resolve()
    }
  }

  /** Settles when no work is running or waiting. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }
}

/** A read-write lock per key. Writers don't starve: later readers wait for them. */
export class SharedLock {
  readonly #lock = new KeyedLock()
  readonly #readers = new Map<string, Set<Promise<unknown>>>()

  /** Runs `work` concurrently with other shared work under `key`. */
  async shared<T>(key: string, work: () => Promise<T>): Promise<T> {
    // Wrapped, so that the lock is released when the work has started, not when it is done.
    const begun = await this.#lock.run(key, async () => ({ promise: this.#enter(key, work()) }))
    return begun.promise
  }

  /** Runs `work` exclusively under `key`. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(key, async () => {
      await Promise.allSettled(this.#readers.get(key) ?? new Set<Promise<unknown>>())
      return work()
    })
  }

  async #enter<T>(key: string, work: Promise<T>): Promise<T> {
    const readers = this.#readers.get(key) ?? new Set()
    this.#readers.set(key, readers.add(work))
    try {
      return await work
    } finally {
      readers.delete(work)
      if (readers.size === 0) this.#readers.delete(key)
    }
  }
}
