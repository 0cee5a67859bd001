/**
 * Runs shared work concurrently and exclusive work alone, in call order, so that neither starves. Work must not
 * take the lock again: it would deadlock.
 */
export class SharedLock {
  /** Settles when the latest exclusive work has. */
  #last: Promise<unknown> = Promise.resolve()
  /** Shared work requested after it. */
  #shared = new Set<Promise<unknown>>()

  shared<Result>(work: () => Promise<Result>): Promise<Result> {
    const group = this.#shared
    const run = this.#last.then(work)
    const settled: Promise<unknown> = run.then(
      () => group.delete(settled),
      () => group.delete(settled),
    )
    group.add(settled)
    return run
  }

  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = [this.#last, ...this.#shared]
    this.#shared = new Set()
    const run = Promise.all(before).then(work)
    this.#last = run.catch(() => {})
    return run
  }
}
