import { FairQueue, type Lane } from '../database/fair-queue.ts'

/** Lets so many pieces of work run at once. Others wait, and silos and their users take turns. */
export class Places {
  readonly #waiting = new FairQueue<() => void>()
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(lane, resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
