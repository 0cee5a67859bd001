import type { Origin } from './session.ts'

/** Share of one attempt in the rate of conflicts, which so is that of about the last 32 attempts. */
const WEIGHT = 1 / 32
/** Rate from which on transactions take turns. */
const MAX_RATE = 0.03
/** Lower rates are those of operations without conflicts for a long time. */
const FORGOTTEN = 0.001
/** Time after which a transaction no longer keeps the next one waiting, as one that waits for a lock; milliseconds. */
const PATIENCE = 100
/** Maximum number of remembered rates. */
const MAX_REMEMBERED = 10_000

/**
 * Lets transactions that often conflict with others of their silo run one after another, because each conflict costs a whole
 * attempt, and all others their concurrency. It learns from conflicts which operations these are: they write the same rows, such as
 * the counts of a quota, or search the same index for a free address or name.
 */
export class ConflictQueues {
  #rates = new Map<string, number>()
  /** Settles when the latest transaction in the queue of a silo lets the next one run. */
  #last = new Map<string, Promise<void>>()

  /** Whether transactions of an operation often conflict, and so belong into the queue of their silo. */
  hasConflicts(origin: Origin): boolean {
    return (this.#rates.get(keyOf(origin)) ?? 0) >= MAX_RATE
  }

  /** Runs a transaction, with its repetitions, when it has its turn in the queue of a silo. */
  run<Result>(silo: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.get(silo) ?? Promise.resolve()
    const run = turn.then(work)
    const last = turn
      .then(() => settledOrLate(run))
      .then(() => {
        if (this.#last.get(silo) === last) this.#last.delete(silo)
      })
    this.#last.set(silo, last)
    return run
  }

  /** Takes the outcome of an attempt into account. */
  note(origin: Origin, isConflict: boolean): void {
    const key = keyOf(origin)
    const before = this.#rates.get(key) ?? 0
    if (before === 0 && !isConflict) return
    const rate = before * (1 - WEIGHT) + (isConflict ? WEIGHT : 0)
    if (this.#rates.size >= MAX_REMEMBERED) this.#rates.clear()
    if (rate < FORGOTTEN) this.#rates.delete(key)
    else this.#rates.set(key, rate)
  }
}

const keyOf = ({ operation, silo }: Origin) => `${operation}/${silo}`

function settledOrLate(run: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    run.then(end, end)
  })
}
