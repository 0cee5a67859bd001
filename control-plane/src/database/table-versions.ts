/** The tables that a statement reads and writes, also by triggers and by foreign keys. */
export type StatementTables = { readonly reads: readonly string[]; readonly writes: readonly string[] }

/** What a statement may change: some tables, or everything. */
export type Effect = readonly string[] | 'everything'

/** Statements after which every query finds the rows that it found before. */
const CHANGES_NOTHING = /^(select|begin|commit|savepoint|release)\b/i
/** Statements that change no more than the tables that they write. */
const CHANGES_ROWS = /^(with|insert|update|delete|replace)\b/i

/**
 * Returns what a statement may change. A rollback changes everything: rows that were read before it may be gone.
 * @param text without a leading comment.
 * @param tables undefined if the database can't tell.
 */
export function effectOf(text: string, tables: StatementTables | undefined): Effect {
  if (CHANGES_NOTHING.test(text)) return []
  return tables && CHANGES_ROWS.test(text) ? tables.writes : 'everything'
}

/** Counts the statements that may have changed each table of a database, through a connection that no one else writes through. */
export class TableVersions {
  #everything = 0
  #changes = 0
  readonly #tables = new Map<string, number>()

  note(effect: Effect): void {
    if (effect === 'everything') this.#everything += 1
    else for (const table of effect) this.#tables.set(table, (this.#tables.get(table) ?? 0) + 1)
    if (effect.length > 0) this.#changes += 1
  }

  /**
   * Returns a number that is greater after each change of one of the tables.
   * @param tables undefined for a change of any table.
   */
  of(tables: readonly string[] | undefined): number {
    if (!tables) return this.#changes
    let sum = this.#everything
    for (const table of tables) sum += this.#tables.get(table) ?? 0
    return sum
  }
}

/** The tables that statements have read since a moment. */
export class ReadTables {
  #tables = new Set<string>()
  #areKnown = true

  begin(): void {
    this.#tables = new Set()
    this.#areKnown = true
  }

  /** @param tables those of a statement; undefined if the database can't tell. */
  add(tables: StatementTables | undefined): void {
    if (!tables) this.#areKnown = false
    else for (const table of tables.reads) this.#tables.add(table)
  }

  /** Returns the tables; undefined if they are not known. */
  get(): readonly string[] | undefined {
    return this.#areKnown ? [...this.#tables] : undefined
  }
}

/** What a connection tells about the tables of its statements. */
export type ObservedTables = {
  reads: ReadTables
  /** Returns a number that is greater after each change of one of the tables; of any table if undefined. */
  versionOf: (tables: readonly string[] | undefined) => number
}
