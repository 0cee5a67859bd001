/** Runs what is asked under one key one after the other, in the order asked; different keys do not wait for each other. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Runs `work` when everything that was asked earlier under `key` has settled. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key)
    const mine = before ? before.then(work, work) : work()
    const tail = mine
      .catch(() => {})
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key)
      })
    this.#tails.set(key, tail)
    return mine
  }
}

/** Many readers at once under a key, or one writer alone. Writers do not starve: readers that come later wait for them. */
export class SharedLock {
  readonly #lock = new KeyedLock()
  readonly #readers = new Map<string, Set<Promise<unknown>>>()

  /** Runs `work` together with other shared work under `key`. */
  async shared<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = await this.#lock.run(key, async () => {
      const promise = work()
      const readers = this.#readers.get(key) ?? new Set()
      this.#readers.set(key, readers.add(promise))
      const leave = () => {
        readers.delete(promise)
        if (readers.size === 0 && this.#readers.get(key) === readers) this.#readers.delete(key)
      }
      promise.then(leave, leave)
      return { promise }
    })
    return running.promise
  }

  /** Runs `work` under `key` when no other work under it is running. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(key, async () => {
      await Promise.allSettled(this.#readers.get(key) ?? [])
      return work()
    })
  }
}
