import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SyncSqlite } from '@granary/control-plane/database/sqlite-dialect.ts'

/**
 * Opens a SQLite file (or `:memory:`) so that what was answered survives a crash, and so that no second server can
 * open it at the same time.
 * @throws Error saying so when another process has it.
 */
export function openSqlite(path: string): SyncSqlite {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    database.exec('pragma temp_store = memory')
    database.exec('pragma cache_size = -65536')
    // Takes the lock now instead of with the first write.
    database.exec('begin exclusive')
    database.exec('commit')
  } catch (error) {
    database.close()
    if (/locked/.test(String(error))) throw new Error(`the database file ${path} is in use by another Granary server`, { cause: error })
    throw error
  }
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}
