import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

/** A prepared statement; it is run many times, and one that failed can be run again. */
export type SyncStatement = Omit<SqliteStatement, 'iterate'> & {
  /** Frees it, where the library does not do so by itself. */
  finalize?: () => void
}

/** A SQLite library whose calls return when they are done: the one built into Node, or the WebAssembly one. */
export type SyncSqlite = {
  prepare: (sql: string) => SyncStatement
  /** Closing what is closed does nothing. */
  close: () => void
}

/** Statements are few (one for each query in the code) and making one costs more than running it. */
const CACHED_STATEMENTS = 500

/** The columns of a prepared `select *` are those that the table had when it was prepared. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

/**
 * Kysely over a synchronous SQLite. There is one connection, and a transaction has it to itself (Kysely makes others
 * wait in a queue): statements return at once and nothing slow is waited for inside of a transaction, so a second
 * connection would only bring "database is locked". Who reads outside of a transaction therefore never sees a part of one.
 * Integers are numbers; one that a number cannot hold exactly is refused, both when written and when read.
 */
export function sqliteDialect(sqlite: SyncSqlite): SqliteDialect {
  const statements = new Map<string, SyncStatement>()
  const forget = (text: string) => {
    statements.get(text)?.finalize?.()
    statements.delete(text)
  }
  function prepared(text: string): SyncStatement {
    const known = statements.get(text)
    if (known) {
      // The order of the map is the order of use.
      statements.delete(text)
      statements.set(text, known)
      return known
    }
    if (CHANGES_TABLES.test(text)) for (const each of statements.keys()) forget(each)
    // A transaction that begins to write right away never has to give up half-way.
    const made = sqlite.prepare(text === 'begin' ? 'begin immediate' : text)
    if (statements.size >= CACHED_STATEMENTS) forget(statements.keys().next().value!)
    statements.set(text, made)
    return made
  }
  const database: SqliteDatabase = {
    close: () => sqlite.close(),
    prepare(text) {
      const statement = prepared(text)
      const run: SqliteStatement['run'] = (parameters) => statement.run(exact(parameters))
      const all: SqliteStatement['all'] = (parameters) => statement.all(exact(parameters))
      return {
        reader: statement.reader,
        all,
        run: text === 'rollback' ? (parameters) => unlessOver(() => run(parameters)) : run,
        // Read to its end at once: the same statement may be run again before a slow reader is done with it.
        iterate: (parameters) => all(parameters)[Symbol.iterator](),
      }
    },
  }
  return new SqliteDialect({ database })
}

function exact(parameters: readonly unknown[]): readonly unknown[] {
  for (const value of parameters)
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError(`${value} is too large to be kept exactly`)
  return parameters
}

/** SQLite ends a transaction by itself when the disk is full, say; the first error is the one to tell. */
function unlessOver(rollback: () => { changes: number | bigint; lastInsertRowid: number | bigint }) {
  try {
    return rollback()
  } catch (error) {
    if (/no transaction is active/.test(String(error))) return { changes: 0, lastInsertRowid: 0 }
    throw error
  }
}
