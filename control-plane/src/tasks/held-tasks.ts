/**
 * Counts the tasks that a worker holds, by silo. Waiting tasks take memory and a lease, so there is a limit; a silo may
 * hold at most as many as are left for all others, so that it can't keep them from the driver.
 */
export class HeldTasks {
  readonly #most: number
  readonly #bySilo = new Map<string, number>()
  #total = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Returns how many more tasks of a silo the worker may take. */
  allowance(siloId: string): number {
    const spare = this.#most - this.#total - (this.#bySilo.get(siloId) ?? 0)
    return Math.max(0, Math.ceil(spare / 2))
  }

  add(siloId: string): void {
    this.#total += 1
    this.#bySilo.set(siloId, (this.#bySilo.get(siloId) ?? 0) + 1)
  }

  remove(siloId: string): void {
    this.#total -= 1
    const left = (this.#bySilo.get(siloId) ?? 0) - 1
    if (left > 0) this.#bySilo.set(siloId, left)
    else this.#bySilo.delete(siloId)
  }
}
