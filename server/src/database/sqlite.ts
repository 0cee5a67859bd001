import { constants, DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import type { WatchRows } from '@granary/control-plane/database/row-versions.ts'
import type { SyncSqlite } from '@granary/control-plane/database/sqlite-dialect.ts'

/** Milliseconds that a starting server waits for one that is stopping. */
const BUSY_TIMEOUT_MS = 1_000

/**
 * Opens a SQLite file (or `:memory:`) so that acknowledged writes survive a crash, and no second server can open it at
 * the same time.
 * @param synchronous `normal` for data whose last seconds a power failure may lose: a commit doesn't wait for the disk.
 * @throws Error with a sentence for people when another process has it, or it can't be opened.
 */
export function openSqlite(path: string, synchronous: 'full' | 'normal' = 'full'): SyncSqlite {
  const database = lock(path, synchronous)
  const tables = observeTables(database)
  return {
    watchRows: watchRows(database),
    close() {
      if (database.isOpen) database.close()
    },
    prepare(sql) {
      const statement = tables.begin(() => database.prepare(sql))
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      const names = statement.columns().map(({ name }) => name)
      if (names.length > 0) statement.setReturnArrays(true)
      const object = objectOf(names)
      return {
        reader: names.length > 0,
        tables: tables.last(),
        all: (parameters) => (statement.all(...values(parameters)) as unknown[] as Value[][]).map(object),
        run: (parameters) => statement.run(...values(parameters)),
      }
    },
  }
}

/** Collects the tables of each statement as SQLite names them while it compiles the statement: also those of triggers and cascades. */
function observeTables(database: DatabaseSync) {
  const reads = new Set<string>()
  const writes = new Set<string>()
  const { SQLITE_OK, SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE } = constants
  database.setAuthorizer((action, table) => {
    if (action === SQLITE_READ) reads.add(table!)
    else if (action === SQLITE_INSERT || action === SQLITE_UPDATE || action === SQLITE_DELETE)
      writes.add(table!)
    return SQLITE_OK
  })
  return {
    begin<Result>(compile: () => Result): Result {
      reads.clear()
      writes.clear()
      return compile()
    },
    last: () => ({ reads: [...reads], writes: [...writes] }),
  }
}

/** The values of a column before and after a change of a row. */
const CHANGES = {
  insert: (column: string) => `null, new.${column}`,
  update: (column: string) => `old.${column}, new.${column}`,
  delete: (column: string) => `old.${column}, null`,
}

/** Columns of text. Those of numbers find 1 by '1.0', and those with a collation such as `nocase` find 'A' by 'a'. */
const IS_TEXT = `select 1 from sqlite_schema, pragma_table_xinfo(sqlite_schema.name) as columns
  where sqlite_schema.name = ? and columns.name = ? and columns.type = 'text' collate nocase and sql not like '%collate%'`

/** Tells the changes of rows by triggers of this connection alone, which call a function of it. */
const watchRows =
  (database: DatabaseSync): WatchRows =>
  (table, column, note) => {
    if (!database.prepare(IS_TEXT).get(table, column)) return false
    const name = `watch ${table}.${column}`
    database.function(name, (before, after) => {
      note(before)
      note(after)
      return null
    })
    for (const [event, values] of Object.entries(CHANGES))
      database.exec(`drop trigger if exists temp."${name} ${event}";
        create temp trigger "${name} ${event}" after ${event} on main.${table}
          begin select "${name}"(${values(column)}); end`)
    return true
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
    // A row that `replace` deletes counts as deleted.
    database.exec('pragma recursive_triggers = on')
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
