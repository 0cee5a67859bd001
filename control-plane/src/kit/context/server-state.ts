import type { Reader } from './reader.ts'

/**
 * What one server keeps in memory about its database: callers, counts, what the driver reported. Its requests and tasks share it, and it
 * ends with the server. A module that keeps something names it by the function that makes it.
 */
export class ServerState {
  /** The whole database, for transactions and snapshots, and for reads that all callers share. */
  readonly db: Reader
  readonly #parts = new Map<() => unknown, unknown>()

  constructor(db: Reader) {
    this.db = db
  }

  /** Returns what a function of a module has made for this server. It is called once. */
  of<Part>(make: () => Part): Part {
    if (!this.#parts.has(make)) this.#parts.set(make, make())
    return this.#parts.get(make) as Part
  }
}
