/** Lets so many pieces of work run at once. Others wait in a queue. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  readonly #patience: number
  #free: number

  /** @param patience time after which work that waits is refused; milliseconds. */
  constructor(count: number, patience: number) {
    this.#free = count
    this.#patience = patience
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs work when fewer than so many others run. @throws SemaphoreTimeout if it had to wait for too long. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(begin), 1)
      reject(new SemaphoreTimeout())
    }, this.#patience)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#waiting.push(begin)
    return promise
  }
}

/** Work was refused, because it waited for too long. */
export class SemaphoreTimeout extends Error {
  constructor() {
    super('the work waited for too long')
  }
}
