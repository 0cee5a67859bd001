import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { SyncSqlite } from '@granary/control-plane/database/sqlite.ts'

/** Milliseconds that a starting server waits for one that is stopping. */
const BUSY_TIMEOUT_MS = 1_000

/**
 * Opens a SQLite file (or `:memory:`) so that acknowledged writes survive a crash, and no second server can open it at
 * the same time.
 * @param synchronous `normal` for data whose last seconds a power failure may lose: a commit doesn't wait for the disk.
 * @throws Error with a sentence for people when another process has it, or it can't be opened.
 */
export function openSqlite(path: string, synchronous: 'full' | 'normal' = 'full'): SyncSqlite {
  return wrapped(lock(path, synchronous))
}

/** Opens a SQLite file that no server has, to read it. @throws Error with a sentence for people. */
export function openSqliteToRead(path: string): SyncSqlite {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    // Fails now if a server has the file, or if it is none of SQLite.
    database.exec('select count(*) from sqlite_schema')
    return wrapped(database)
  } catch (error) {
    throw openingProblem(path, error)
  }
}

function wrapped(database: DatabaseSync): SyncSqlite {
  return {
    close() {
      if (database.isOpen) database.close()
    },
    prepare(sql) {
      const statement = database.prepare(sql)
      const names = statement.columns().map(({ name }) => name)
      if (names.length > 0) statement.setReturnArrays(true)
      const object = objectOf(names)
      return {
        reader: names.length > 0,
        all: (parameters) => (statement.all(...parameters) as unknown[] as Value[][]).map(object),
        run: (parameters) => statement.run(...parameters),
      }
    },
  }
}

type Value = SQLOutputValue

/**
 * Returns the function that makes an object of a row. Node's own objects of rows are dictionaries, which take twice as
 * long to make, and longer to read.
 */
function objectOf(names: readonly string[]): (row: Value[]) => Record<string, Value> {
  const fields = names.map((name, at) => `${JSON.stringify(name)}: row[${at}]`)
  // The names are of columns in our own statements, never of a request.
  // oxlint-disable-next-line no-new-func typescript/no-implied-eval
  return new Function('row', `return { ${fields.join(', ')} }`) as (row: Value[]) => Record<string, Value>
}

function lock(path: string, synchronous: 'full' | 'normal'): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec(`pragma synchronous = ${synchronous}`)
    database.exec('pragma foreign_keys = on')
    database.exec('pragma temp_store = memory')
    database.exec('pragma cache_size = -65536')
    // Takes the lock now instead of with the first write.
    database.exec('begin exclusive')
    database.exec('commit')
    return database
  } catch (error) {
    database?.close()
    throw openingProblem(path, error)
  }
}

function openingProblem(path: string, error: unknown): Error {
  const { message } = error as Error
  return new Error(
    /locked/.test(message)
      ? `the database file ${path} is in use by another Granary server`
      : `the database file ${path} cannot be opened: ${message}`,
    { cause: error },
  )
}
