import type { Dialect, SqliteDatabase, SqliteStatement } from 'kysely'
import { KEPT, KeptRows } from './kept-rows.ts'
import { turnDialect } from './one-connection.ts'
import { RowVersions, type WatchRows } from './row-versions.ts'
import { SnapshotReads } from './snapshot-reads.ts'
import { type Counter, type Effect, effectOf, type StatementTables, TableVersions } from './table-versions.ts'

/** A prepared statement. It can be run many times, also after a failure. */
export type SyncStatement = Omit<SqliteStatement, 'iterate'> & {
  /** Frees it, if the library does not do so itself. */
  finalize?: () => void
  /** Its tables, if the library tells them. They hold until a table or trigger is created, changed or dropped. */
  tables?: StatementTables
}
type Known = { statement: SyncStatement; effect: Effect; reads: readonly Counter[] }

/** A synchronous SQLite library: the one built into Node, or the WebAssembly one. */
export type SyncSqlite = {
  prepare: (sql: string) => SyncStatement
  /** Tells the changes of rows, if the library can. */
  watchRows?: WatchRows
  /** Closing twice is a no-op. */
  close: () => void
}

/** Statements are few (one per query in the code), and preparing one costs more than running it. */
const CACHED_STATEMENTS = 500

/** A prepared `select *` returns the columns that the table had when it was prepared. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

/**
 * Kysely over a synchronous SQLite. There is one connection, and a transaction has it alone (the others wait for their turn).
 * Statements return at once and transactions wait for nothing slow, so a second connection would only bring
 * "database is locked". A reader outside of a transaction therefore never sees part of one.
 * Integers are numbers; a number that JavaScript can't represent exactly is refused on write and on read.
 * @param observe receives the time of each statement; milliseconds. Kysely's own log takes longer than many statements.
 */
export function sqliteDialect(sqlite: SyncSqlite, observe: (ms: number) => void = () => {}): Dialect {
  const statements = new Map<string, Known>()
  const kept = new KeptRows()
  const versions = new TableVersions()
  const rowVersions = new RowVersions(versions, sqlite.watchRows)
  const reads = new SnapshotReads(versions, rowVersions)
  const forget = (text: string) => {
    statements.get(text)?.statement.finalize?.()
    statements.delete(text)
  }
  function prepared(text: string): Known {
    const known = statements.get(text)
    // A statement that changes tables forgets all others each time that it runs.
    if (known && known.effect !== 'everything') {
      // Map order is the order of use.
      statements.delete(text)
      statements.set(text, known)
      return known
    }
    forget(text)
    if (CHANGES_TABLES.test(text)) {
      rowVersions.forget()
      for (const each of statements.keys()) forget(each)
    }
    // A transaction that locks for writing at its start never fails half-way for the lock.
    const statement = sqlite.prepare(text === 'begin' ? 'begin immediate' : text)
    const plain = text.startsWith(KEPT) ? text.slice(KEPT.length) : text
    const { tables } = statement
    const made = { statement, effect: effectOf(plain, tables), reads: versions.countersOf(tables?.reads) }
    if (statements.size >= CACHED_STATEMENTS) forget(statements.keys().next().value!)
    statements.set(text, made)
    return made
  }
  const database: SqliteDatabase = {
    close: () => sqlite.close(),
    prepare(text) {
      const { statement, effect, reads: counters } = prepared(text)
      versions.note(effect)
      reads.add(statement.tables)
      const run: SqliteStatement['run'] = (parameters) => {
        const result = timed(observe, () => statement.run(exact(parameters)))
        if (text === 'begin') versions.begun()
        return result
      }
      const read: SqliteStatement['all'] = (parameters) =>
        timed(observe, () => statement.all(exact(parameters)))
      const all: SqliteStatement['all'] = text.startsWith(KEPT)
        ? (parameters) =>
            kept.rowsOf({ text, version: versions.sum(counters) }, parameters, () => read(parameters))
        : read
      return {
        reader: statement.reader,
        all,
        run: text === 'rollback' ? (parameters) => unlessOver(() => run(parameters)) : run,
        // Read all rows at once: the same statement may run again before a slow reader has finished.
        iterate: (parameters) => all(parameters)[Symbol.iterator](),
      }
    },
  }
  return turnDialect(database, reads)
}

function timed<Result>(observe: (ms: number) => void, work: () => Result): Result {
  const started = performance.now()
  const result = work()
  observe(performance.now() - started)
  return result
}

function exact(parameters: readonly unknown[]): readonly unknown[] {
  for (const value of parameters)
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError(`${value} is too large to be kept exactly`)
  return parameters
}

/** SQLite may end a transaction by itself, for example if the disk is full; report that first error. */
function unlessOver(rollback: () => { changes: number | bigint; lastInsertRowid: number | bigint }) {
  try {
    return rollback()
  } catch (error) {
    if (/no transaction is active/.test(String(error))) return { changes: 0, lastInsertRowid: 0 }
    throw error
  }
}
