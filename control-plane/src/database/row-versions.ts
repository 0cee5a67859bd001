import type { Counter, TableVersions } from './table-versions.ts'

/** Rows of a table: those with one of some values in a column. */
export type RowsOfTable = {
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
}

/**
 * Calls back with the values of a column before and after each change of a row, whichever statement, trigger or foreign key changes
 * it; null before an insert and after a delete. It ends when the table is changed or dropped.
 * @returns false, and watches nothing, if a query for a value finds rows with others too, such as the number 1 for '1.0'.
 */
export type WatchRows = (table: string, column: string, note: (value: unknown) => void) => boolean

/** Values of a column share this many counters: more would save few texts, and fewer would cost some. */
const COUNTERS = 4_096
/** Rows with more values than this count as the whole table. */
const MAX_VALUES = 128

/** Counts the changes of rows by the values of a column, for the columns by which queries have asked for rows. */
export class RowVersions {
  readonly #versions: TableVersions
  readonly #watch: WatchRows | undefined
  /** By table and column; null for columns that can't be watched. */
  readonly #columns = new Map<string, Counter[] | null>()
  readonly #requested = new Map<string, RowsOfTable>()

  /** @param watch undefined if the database can't tell. */
  constructor(versions: TableVersions, watch: WatchRows | undefined) {
    this.#versions = versions
    this.#watch = watch
  }

  /** Returns the counters of some rows: that of their table, unless the column is counted. */
  countersOf(rows: RowsOfTable): readonly Counter[] {
    const { table, column, values } = rows
    if (values.length > MAX_VALUES || !this.#watch) return [this.#versions.counterOf(table)]
    const name = `${table}.${column}`
    const counters = this.#columns.get(name)
    if (counters) return values.map((value) => counterOf(counters, value))
    if (counters === undefined) this.#requested.set(name, rows)
    return [this.#versions.counterOf(table)]
  }

  /** Begins to count by the columns that were requested. A rollback would take that back, so no transaction may be open. */
  countRequested(): void {
    if (this.#requested.size === 0) return
    for (const [name, { table, column }] of this.#requested) {
      const counters: Counter[] = []
      const isWatched = this.#watch!(table, column, (value) => {
        if (typeof value === 'string') this.#versions.count(counterOf(counters, value))
      })
      this.#columns.set(name, isWatched ? counters : null)
    }
    this.#requested.clear()
  }

  /** Forgets all columns, because tables may have changed. */
  forget(): void {
    this.#columns.clear()
    this.#requested.clear()
  }
}

function counterOf(counters: Counter[], value: string): Counter {
  // FNV-1a. Values that share a counter only make each other's texts stale.
  let hash = 0x811c9dc5
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193)
  return (counters[(hash >>> 0) % COUNTERS] ??= { changes: 0 })
}
