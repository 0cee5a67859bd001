/** Begins the text of a query whose rows may be kept until the next write. */
export const KEPT = '/* kept */ '

/** Statements after which every query finds the rows that it found before. */
const CHANGES_NOTHING = /^(\/\* kept \*\/ )?(select|begin|commit|savepoint|release)\b/i

/** Whether a statement may change what queries find. */
export const mayChangeRows = (text: string): boolean => !CHANGES_NOTHING.test(text)

/** Rows of all results together, so that they take tens of megabytes at most. */
const MAX_ROWS = 20_000
const MAX_ROWS_OF_ONE = 1_000

/**
 * The rows that queries found since the last write through a connection that no one else writes through. After a change
 * every console that shows a list asks for it again: only the first one's query runs. Rows are frozen, since several
 * callers get them.
 */
export class KeptRows {
  readonly #results = new Map<string, readonly unknown[]>()
  /** How many rows are kept; a result counts as one more, so that empty ones are limited too. */
  #kept = 0

  rowsOf(text: string, parameters: readonly unknown[], query: () => unknown[]): unknown[] {
    const key = text + JSON.stringify(parameters)
    const known = this.#results.get(key)
    if (known) return known as unknown[]
    const rows = query()
    if (rows.length > MAX_ROWS_OF_ONE) return rows
    for (const row of rows) Object.freeze(row)
    if (this.#kept + rows.length >= MAX_ROWS) this.forget()
    this.#kept += rows.length + 1
    this.#results.set(key, Object.freeze(rows))
    return rows
  }

  forget(): void {
    this.#kept = 0
    this.#results.clear()
  }
}
