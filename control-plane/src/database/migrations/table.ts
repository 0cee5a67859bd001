import type { CreateTableBuilder, Kysely } from 'kysely'
import { columns, type Engine } from '../columns.ts'

export type Builder = CreateTableBuilder<string, string>

export type Tables = ReturnType<typeof tables>

/** Helpers for migrations: the column types of an engine and the column groups that many tables share. */
export function tables(db: Kysely<unknown>, engine: Engine) {
  const { text, integer, bigint } = columns(engine)
  const required = (builder: Builder, names: string[], type = text) =>
    names.reduce((table, name) => table.addColumn(name, type, (column) => column.notNull()), builder)
  const optional = (builder: Builder, names: string[], type = text) =>
    names.reduce((table, name) => table.addColumn(name, type), builder)
  const belongsTo = (
    builder: Builder,
    name: string,
    target: string,
    onDelete: 'cascade' | 'restrict' = 'restrict',
  ) =>
    builder.addColumn(name, text, (column) => column.notNull().references(`${target}.id`).onDelete(onDelete))
  const mayReferTo = (builder: Builder, name: string, target: string) =>
    builder.addColumn(name, text, (column) => column.references(`${target}.id`).onDelete('set null'))
  const create = (name: string): Builder => db.schema.createTable(name) as unknown as Builder
  const withId = (name: string): Builder =>
    create(name).addColumn('id', text, (column) => column.primaryKey())
  /** A table of resources with name and description. */
  const named = (name: string): Builder =>
    required(withId(name), ['name', 'description', 'time_created', 'time_modified'])
  /** A unique index over the columns. */
  const unique = (table: string, ...over: string[]) =>
    db.schema
      .createIndex(`${table}_by_${over.join('_')}`)
      .on(table)
      .columns(over)
      .unique()
      .execute()
  const index = (table: string, ...over: string[]) =>
    db.schema
      .createIndex(`${table}_by_${over.join('_')}`)
      .on(table)
      .columns(over)
      .execute()
  return {
    text,
    integer,
    bigint,
    required,
    optional,
    belongsTo,
    mayReferTo,
    create,
    withId,
    named,
    unique,
    index,
  }
}
