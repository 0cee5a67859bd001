import { fullNumber } from '../../numbers.ts'
import { QueryError } from '../language/query-error.ts'
import { MAX_POINTS, MAX_ROWS } from '../limits.ts'

/** Points to process before other work gets a turn: a few milliseconds. */
const BATCH = 20_000

/** Points of one series to process before `processed` is called. */
export const CHUNK = 256

/** Limits what a query reads and makes, and lets other work run in between. */
export class Work {
  #left = MAX_POINTS
  #toMake = MAX_POINTS
  #rows = 0
  #sincePause = 0
  readonly #pause: () => Promise<void>

  /** @param pause lets the host handle other events. */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause
  }

  /** Points that the query may still read. */
  get left(): number {
    return this.#left
  }

  /** @throws QueryError if the query has read too much. */
  countRead(points: number): void {
    this.#left -= points
    if (this.#left < 0)
      throw new QueryError(
        `the query reads more than ${fullNumber(MAX_POINTS, 'en-US')} points; filter for less time or fewer series`,
      )
  }

  /**
   * Call for stored rows that were looked through. All reads of a query share the limit.
   * @throws QueryError if the query looks through too many.
   */
  countRows(rows: number): void {
    this.#rows += rows
    if (this.#rows > MAX_ROWS)
      throw new QueryError('the query looks through too much data; filter for less time or fewer series')
  }

  /**
   * Call before making points. All operations of a query share the limit.
   * @throws QueryError if the query would make too many.
   */
  countMade(operation: 'align' | 'join', points: number): void {
    this.#toMake -= points
    if (this.#toMake < 0)
      throw new QueryError(
        `${operation} would make more than ${fullNumber(MAX_POINTS, 'en-US')} points; choose a longer period or less time`,
      )
  }

  /** Call after processing points. */
  async processed(points: number): Promise<void> {
    this.#sincePause += points
    if (this.#sincePause < BATCH) return
    this.#sincePause = 0
    await this.#pause()
  }

  /** Transforms one series after the other, with pauses. */
  async each<From extends { timestamps: Float64Array }, To>(
    all: readonly From[],
    transform: (one: From) => To,
  ): Promise<To[]> {
    const results: To[] = []
    for (const one of all) {
      results.push(transform(one))
      await this.processed(one.timestamps.length + 1)
    }
    return results
  }
}
