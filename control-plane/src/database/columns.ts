import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'

/** Database engine. SQLite is one file or one browser tab; PostgreSQL serves several servers. */
export type Engine = 'sqlite' | 'postgres'

type Builder = CreateTableBuilder<string, string>

/**
 * Column types that differ between engines. Text compares byte by byte on both, so that lists have the same order
 * everywhere.
 */
export function columns(engine: Engine) {
  const postgres = engine === 'postgres'
  const type = (onPostgres: RawBuilder<unknown>, onSqlite = onPostgres) => (postgres ? onPostgres : onSqlite)
  return {
    text: type(sql`text collate "C"`, sql`text`),
    integer: type(sql`integer`),
    blob: type(sql`bytea`, sql`blob`),
    bigint: type(sql`bigint`, sql`integer`),
    /** An auto-increment primary key. Values are never reused, not even after a delete. */
    autoincrement: (table: Builder, name: string): Builder =>
      table.addColumn(name, postgres ? sql`bigint generated always as identity` : sql`integer`, (column) =>
        postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
      ),
  }
}
