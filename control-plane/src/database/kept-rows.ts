/** Begins the text of a query whose rows may be kept until the next write to its tables. */
export const KEPT = '/* kept */ '

/** Rows of all results together, so that they take tens of megabytes at most. */
const MAX_ROWS = 20_000
/** Longer results are those of lists, whose answers are kept as a whole (`kit/kept-texts.ts`). */
const MAX_ROWS_OF_ONE = 10
/** Longer parameters are lists of ids, which take more memory than the rows; characters. */
const MAX_PARAMETER = 256

/**
 * The rows that queries found since the last write to their tables through a connection that no one else writes through. Rows are
 * frozen, since several callers get them.
 */
export class KeptRows {
  /** By the text, and then by each parameter: to find them costs less than to join them. */
  #queries = new Map<string, Query>()
  /** How many rows are kept; a result counts as one more, so that empty ones are limited too. */
  #kept = 0

  /** @param version of the tables that the text reads. */
  rowsOf(
    { text, version }: { text: string; version: number },
    parameters: readonly unknown[],
    query: () => unknown[],
  ): unknown[] {
    if (parameters.some(isLong)) return query()
    const known = this.#find(text, version, parameters)
    if (known) return known as unknown[]
    const rows = query()
    if (rows.length > MAX_ROWS_OF_ONE) return rows
    for (const row of rows) Object.freeze(row)
    if (this.#kept + rows.length >= MAX_ROWS) this.#forget()
    this.#keep(text, version, parameters, Object.freeze(rows))
    return rows
  }

  #forget(): void {
    this.#kept = 0
    this.#queries = new Map()
  }

  #find(text: string, version: number, parameters: readonly unknown[]): Rows | undefined {
    const query = this.#queries.get(text)
    if (!query) return undefined
    if (query.version !== version) {
      this.#kept -= query.kept
      this.#queries.delete(text)
      return undefined
    }
    let at: Results | Rows | undefined = query.results
    for (const value of parameters) {
      if (!at) return undefined
      at = (at as Results).get(value)
    }
    return Array.isArray(at) ? at : undefined
  }

  #keep(text: string, version: number, parameters: readonly unknown[], rows: Rows): void {
    let query = this.#queries.get(text)
    if (!query) this.#queries.set(text, (query = { version, kept: 0, results: new Map() }))
    query.kept += rows.length + 1
    this.#kept += rows.length + 1
    if (parameters.length === 0) {
      query.results = rows
      return
    }
    let at = query.results as Results
    for (const value of parameters.slice(0, -1)) {
      let next = at.get(value) as Results | undefined
      if (!next) at.set(value, (next = new Map()))
      at = next
    }
    at.set(parameters.at(-1), rows)
  }
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > MAX_PARAMETER

type Rows = readonly unknown[]
/** Results of one text have the same number of parameters, so rows are all at the same depth. */
type Results = Map<unknown, Results | Rows>
type Query = { version: number; kept: number; results: Results | Rows }
