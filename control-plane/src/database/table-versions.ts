/** The tables that a statement reads and writes, also by triggers and by foreign keys. */
export type StatementTables = { readonly reads: readonly string[]; readonly writes: readonly string[] }

/** What a statement may change: some tables, everything, or what its transaction has changed. */
export type Effect = readonly string[] | 'everything' | 'rollback'

/** Statements after which every query finds the rows that it found before. */
const CHANGES_NOTHING = /^\s*(select|begin|commit|savepoint|release)\b/i
/** Statements that change no more than the tables that they write. */
const CHANGES_ROWS = /^\s*(with|insert|update|delete|replace)\b/i
const ROLLS_BACK = /^\s*rollback\b/i

/**
 * Returns what a statement may change.
 * @param text without a leading comment.
 * @param tables undefined if the database can't tell.
 */
export function effectOf(text: string, tables: StatementTables | undefined): Effect {
  if (CHANGES_NOTHING.test(text)) return []
  if (ROLLS_BACK.test(text)) return 'rollback'
  return tables && CHANGES_ROWS.test(text) ? tables.writes : 'everything'
}

/** Counts changes. It belongs to whatever may have changed. */
export type Counter = { changes: number }

/** Counts the statements that may have changed each table of a database, through a connection that no one else writes through. */
export class TableVersions {
  readonly #anything: Counter = { changes: 0 }
  readonly #everything: Counter = { changes: 0 }
  readonly #tables = new Map<string, Counter>()
  /** What may have changed since the transaction began. */
  readonly #written = new Set<Counter>()

  note(effect: Effect): void {
    // Rows that were read before it may be gone.
    if (effect === 'rollback') for (const counter of this.#written) counter.changes += 1
    else if (effect === 'everything') this.count(this.#everything)
    else for (const table of effect) this.count(this.counterOf(table))
  }

  count(counter: Counter): void {
    counter.changes += 1
    this.#anything.changes += 1
    this.#written.add(counter).add(this.#anything)
  }

  /** Notes that a transaction has begun, so that a rollback changes nothing that was written before. */
  begun(): void {
    this.#written.clear()
  }

  counterOf(table: string): Counter {
    let counter = this.#tables.get(table)
    if (!counter) this.#tables.set(table, (counter = { changes: 0 }))
    return counter
  }

  /** @param tables undefined if they are not known. */
  countersOf(tables: readonly string[] | undefined): readonly Counter[] {
    return tables ? tables.map((table) => this.counterOf(table)) : [this.#anything]
  }

  /** Returns a number that is greater after each change that one of the counters counts. */
  sum(counters: Iterable<Counter>): number {
    let sum = this.#everything.changes
    for (const { changes } of counters) sum += changes
    return sum
  }
}
