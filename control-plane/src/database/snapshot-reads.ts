import type { RowsOfTable, RowVersions } from './row-versions.ts'
import type { Counter, StatementTables, TableVersions } from './table-versions.ts'

type Read = { tables: StatementTables | undefined; rows: RowsOfTable | undefined }

/** What the statements of a snapshot read. */
export class SnapshotReads {
  readonly #tableVersions: TableVersions
  readonly #rowVersions: RowVersions
  #reads: Read[] = []
  #isOpen = false
  #rows: RowsOfTable | undefined

  constructor(tableVersions: TableVersions, rowVersions: RowVersions) {
    this.#tableVersions = tableVersions
    this.#rowVersions = rowVersions
  }

  /** Begins a snapshot. No transaction may be open. */
  begin(): void {
    this.#rowVersions.countRequested()
    this.#reads = []
    this.#isOpen = true
  }

  end(): void {
    this.#isOpen = false
  }

  /** @param tables those of a statement; undefined if the database can't tell. */
  add(tables: StatementTables | undefined): void {
    if (this.#isOpen) this.#reads.push({ tables, rows: this.#rows })
  }

  /** Runs one query. @param rows the only rows that it reads of their table; undefined for any. */
  query<Result>(rows: RowsOfTable | undefined, run: () => Result): Result {
    this.#rows = rows
    try {
      return run()
    } finally {
      this.#rows = undefined
    }
  }

  /** Returns the counters of what the snapshot has read so far. */
  counters(): readonly Counter[] {
    const all = new Set<Counter>()
    for (const { tables, rows } of this.#reads) {
      const others = rows ? tables?.reads.filter((table) => table !== rows.table) : tables?.reads
      for (const counter of this.#tableVersions.countersOf(others)) all.add(counter)
      if (rows) for (const counter of this.#rowVersions.countersOf(rows)) all.add(counter)
    }
    return [...all]
  }

  /** Returns a number that is greater after each change that one of the counters counts. */
  versionOf(counters: readonly Counter[]): number {
    return this.#tableVersions.sum(counters)
  }
}
