/**
 * Runs shared work side by side and exclusive work alone, in the order in which they were asked for, so that neither
 * starves. Work must not ask for another turn: it would wait for itself.
 */
export class Turns {
  /** Settles when the latest exclusive work has. */
  #last: Promise<unknown> = Promise.resolve()
  /** Shared work that was asked for after it. */
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
