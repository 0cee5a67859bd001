import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

/** A SQLite library whose calls return when they are done: the one built into Node, or the WebAssembly one. */
export type SyncSqlite = {
  prepare: (sql: string) => SqliteStatement
  close: () => void
}

/** Statements are few (one for each query in the code) and making one costs more than running it. */
const CACHED_STATEMENTS = 500

/**
 * Kysely over a synchronous SQLite. There is one connection, and a transaction has it to itself: statements return at
 * once and nothing is waited for inside of a transaction, so a second connection would only bring "database is locked".
 */
export function sqliteDialect(sqlite: SyncSqlite): SqliteDialect {
  const statements = new Map<string, SqliteStatement>()
  const database: SqliteDatabase = {
    close: () => sqlite.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      // A transaction that begins to write right away never has to give up half-way.
      const made = sqlite.prepare(text === 'begin' ? 'begin immediate' : text)
      if (statements.size >= CACHED_STATEMENTS) statements.delete(statements.keys().next().value!)
      statements.set(text, made)
      return made
    },
  }
  return new SqliteDialect({ database })
}
