import { FairQueue, type Lane } from './fair-queue.ts'

/** The share of all places that one silo may have. The others begin at once beside a silo whose work waits for a lock. */
const SHARE = 0.8

/** Lets so many pieces of work run at once. Others wait, and silos and their users take turns. */
export class Places {
  readonly #waiting = new FairQueue<() => void>()
  readonly #patience: number | null
  readonly #mostOfSilo: number
  /** Places that each silo has. */
  readonly #taken = new Map<string, number>()
  #free: number

  /** @param patience time after which work that waits for a place is refused; milliseconds, null for no limit. */
  constructor(count: number, patience: number | null = null) {
    this.#free = count
    this.#mostOfSilo = Math.round(count * SHARE)
    this.#patience = patience
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Runs work in a place. @throws NoPlaceError if none was free in time. */
  async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    await this.take(lane)
    try {
      return await work()
    } finally {
      this.release(lane)
    }
  }

  /** Waits for a place and takes it. @throws NoPlaceError if none was free in time. */
  take(lane: Lane): Promise<void> | void {
    if (this.#free === 0 || !this.#mayTake(lane.silo)) return this.#wait(lane)
    this.#free -= 1
    this.#count(lane.silo, 1)
  }

  /** Gives a place that a silo has taken to the next piece of work. */
  release({ silo }: Lane): void {
    this.#count(silo, -1)
    this.#free += 1
    this.#waiting.shift((next) => this.#mayTake(next as string))?.()
  }

  #wait(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        this.#free -= 1
        this.#count(lane.silo, 1)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.remove(lane, begin)
        reject(new NoPlaceError())
      }
      const timer = this.#patience === null ? undefined : setTimeout(giveUp, this.#patience)
      this.#waiting.push(lane, begin)
    })
  }

  #mayTake(silo: string): boolean {
    return (this.#taken.get(silo) ?? 0) < this.#mostOfSilo
  }

  #count(silo: string, change: 1 | -1): void {
    const count = (this.#taken.get(silo) ?? 0) + change
    if (count === 0) this.#taken.delete(silo)
    else this.#taken.set(silo, count)
  }
}

/** Work was refused, because others had all places for too long. */
export class NoPlaceError extends Error {
  constructor() {
    super('no place was free in time')
  }
}
