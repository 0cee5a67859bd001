/** Begins the text of a query whose rows may be kept until the next write. */
export const KEPT = '/* kept */ '

/** Statements after which every query finds the rows that it found before. */
const CHANGES_NOTHING = /^(\/\* kept \*\/ )?(select|begin|commit|savepoint|release)\b/i

/** Whether a statement may change what queries find. */
export const mayChangeRows = (text: string): boolean => !CHANGES_NOTHING.test(text)

/** Rows of all results together, so that they take tens of megabytes at most. */
const MAX_ROWS = 20_000
/** Longer results are those of lists, whose answers are kept as a whole (`kit/kept-texts.ts`). */
const MAX_ROWS_OF_ONE = 10

/**
 * The rows that queries found since the last write through a connection that no one else writes through. After a change
 * every console that shows a list asks for it again: only the first one's query runs. Rows are frozen, since several
 * callers get them.
 */
export class KeptRows {
  /** By the text, and then by each parameter: to find them costs less than to join them. */
  #results: Results = new Map()
  /** How many rows are kept; a result counts as one more, so that empty ones are limited too. */
  #kept = 0
  #version = 0

  rowsOf(text: string, parameters: readonly unknown[], query: () => unknown[]): unknown[] {
    const known = this.#find(text, parameters)
    if (known) return known as unknown[]
    const rows = query()
    if (rows.length > MAX_ROWS_OF_ONE) return rows
    for (const row of rows) Object.freeze(row)
    if (this.#kept + rows.length >= MAX_ROWS) this.#drop()
    this.#kept += rows.length + 1
    this.#keep(text, parameters, Object.freeze(rows))
    return rows
  }

  /** A number that differs after each `forget`. */
  get version(): number {
    return this.#version
  }

  /** A query may find other rows now. */
  forget(): void {
    this.#version += 1
    this.#drop()
  }

  #drop(): void {
    this.#kept = 0
    this.#results = new Map()
  }

  #find(text: string, parameters: readonly unknown[]): readonly unknown[] | undefined {
    let at: Results | Rows | undefined = this.#results.get(text)
    for (const value of parameters) {
      if (!at) return undefined
      at = (at as Results).get(value)
    }
    return Array.isArray(at) ? at : undefined
  }

  #keep(text: string, parameters: readonly unknown[], rows: Rows): void {
    let at = this.#results
    let last: unknown = text
    for (const value of parameters) {
      let next = at.get(last) as Results | undefined
      if (!next) at.set(last, (next = new Map()))
      at = next
      last = value
    }
    at.set(last, rows)
  }
}

type Rows = readonly unknown[]
/** Results of one text have the same number of parameters, so rows are all at the same depth. */
type Results = Map<unknown, Results | Rows>
