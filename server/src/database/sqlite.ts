import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SyncSqlite } from '@granary/control-plane/database/sqlite-dialect.ts'

/** Milliseconds that a starting server waits for one that is stopping. */
const BUSY_TIMEOUT_MS = 1_000

/**
 * Opens a SQLite file (or `:memory:`) so that acknowledged writes survive a crash, and no second server can open it at
 * the same time.
 * @throws Error with a sentence for people when another process has it, or it can't be opened.
 */
export function openSqlite(path: string): SyncSqlite {
  const database = lock(path)
  return {
    close() {
      if (database.isOpen) database.close()
    },
    prepare(sql) {
      const statement = database.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
      }
    },
  }
}

function lock(path: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    database.exec('pragma temp_store = memory')
    database.exec('pragma cache_size = -65536')
    // Takes the lock now instead of with the first write.
    database.exec('begin exclusive')
    database.exec('commit')
    return database
  } catch (error) {
    database?.close()
    const { message } = error as Error
    throw new Error(
      /locked/.test(message)
        ? `the database file ${path} is in use by another Granary server`
        : `the database file ${path} cannot be opened: ${message}`,
      { cause: error },
    )
  }
}
