import type { SyncSqlite } from '@granary/control-plane/database/sqlite-dialect.ts'
import sqlite3InitModule, { type BindableValue } from '@sqlite.org/sqlite-wasm'

/** Opens an empty SQLite database in memory, in a browser tab or in Node. */
export async function openWasmSqlite(): Promise<SyncSqlite> {
  const sqlite3 = await sqlite3InitModule()
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
      function* rows(parameters: readonly unknown[]): Generator<Record<string, unknown>> {
        statement.reset(true)
        if (parameters.length > 0) statement.bind(parameters as BindableValue[])
        while (statement.step()) yield Object.fromEntries(names.map((name, at) => [name, statement.get(at)]))
        statement.reset(true)
      }
      return {
        reader: names.length > 0,
        all: (parameters) => [...rows(parameters)],
        run(parameters) {
          for (const _ of rows(parameters));
          return {
            changes: database.changes(),
            lastInsertRowid: sqlite3.capi.sqlite3_last_insert_rowid(database),
          }
        },
        iterate: rows,
      }
    },
  }
}
