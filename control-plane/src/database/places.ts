import { FairQueue, type Lane } from './fair-queue.ts'

/** Lets so many pieces of work run at once. Others wait, and silos and their users take turns. */
export class Places {
  readonly #waiting = new FairQueue<() => boolean>()
  readonly #patience: number | null
  #free: number
  /** Pieces of work that wait. Those that were refused stay in the queue until their turn. */
  waiting = 0

  /** @param patience time after which work that waits for a place is refused; milliseconds, null for no limit. */
  constructor(count: number, patience: number | null = null) {
    this.#free = count
    this.#patience = patience
  }

  /** @throws NoPlaceError if none was free in time. */
  async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await this.#place(lane)
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #place(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      let isWaiting = true
      this.waiting += 1
      const end = (settle: () => void) => {
        const was = isWaiting
        isWaiting = false
        clearTimeout(timer)
        if (was) {
          this.waiting -= 1
          settle()
        }
        return was
      }
      const timer =
        this.#patience === null
          ? undefined
          : setTimeout(() => end(() => reject(new NoPlaceError())), this.#patience)
      this.#waiting.push(lane, () => end(resolve))
    })
  }

  /** Gives the place to the next piece of work that still waits. */
  #passOn(): void {
    let next = this.#waiting.shift()
    while (next && !next()) next = this.#waiting.shift()
    if (!next) this.#free += 1
  }
}

/** Work was refused, because others had all places for too long. */
export class NoPlaceError extends Error {
  constructor() {
    super('no place was free in time')
  }
}
