import type { SyncSqlite } from '@granary/control-plane/database/sqlite.ts'
import sqlite3InitModule, { type BindableValue, type SqlValue } from '@sqlite.org/sqlite-wasm'

/** Opens an empty SQLite database in memory, in a browser tab or in Node. */
export async function openWasmSqlite(): Promise<SyncSqlite> {
  const sqlite3 = await sqlite3InitModule()
  // A refused statement throws and is handled; the library would log it to the browser's console too.
  sqlite3.config.warn = () => {}
  const database = new sqlite3.oo1.DB(':memory:')
  database.exec('pragma foreign_keys = on')
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      const names = Array.from(
        { length: statement.columnCount },
        (_, at) => statement.getColumnName(at) ?? '',
      )
      function execute(parameters: readonly unknown[], row: () => void): void {
        try {
          if (parameters.length > 0) statement.bind(parameters as BindableValue[])
          while (statement.step()) row()
        } finally {
          // Resetting a failed statement reports its error again, which has been thrown already.
          statement.resetNoThrow(true)
        }
      }
      return {
        reader: names.length > 0,
        all(parameters) {
          const rows: Record<string, SqlValue>[] = []
          execute(parameters, () => {
            const row: Record<string, SqlValue> = {}
            for (let at = 0; at < names.length; at++) row[names[at]!] = exact(statement.get(at))
            rows.push(row)
          })
          return rows
        },
        run(parameters) {
          execute(parameters, () => {})
          return {
            changes: database.changes(),
            lastInsertRowid: sqlite3.capi.sqlite3_last_insert_rowid(database),
          }
        },
        finalize: () => void statement.finalize(),
      }
    },
  }
}

function exact(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') throw new RangeError(`${value} is too large to be represented as a number`)
  return value
}
