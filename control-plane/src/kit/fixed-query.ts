import {
  type Compilable,
  CompiledQuery,
  type InferResult,
  type QueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Engine } from '../database/columns.ts'
import { DEFERRED } from '../database/deferred.ts'
import { KEPT } from '../database/kept-rows.ts'
import { oneConnectionOf } from '../database/one-connection.ts'
import type { RowsOfTable } from '../database/row-versions.ts'
import type { Context } from './context.ts'
import { rawWriter } from './raw-writer.ts'
import type { Reader } from './reader.ts'

/** SQL texts of the owners of queries, by engine and key. */
const textsOf = new WeakMap<object, Map<string, string>>()

/**
 * Runs a query whose SQL text is compiled once: compiling takes longer than running a short query.
 * @param owner what the text is made for, such as a kind. Two owners never share a text, so the key need not tell them
 * apart. It must live as long as the program.
 * @param key determines the text of the owner. It comes from the code, never from a request, so that keys are few.
 * SQLite may keep the rows until the next write, so they can't be changed.
 * @param parameters the values in the order of the text.
 * @param rows the only rows that it reads of their table, so that changes of others leave its answers fresh; undefined for any.
 */
export async function fixedQuery<Query extends Compilable<object>>(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: (db: Reader) => Query,
  parameters: readonly unknown[],
  rows?: RowsOfTable,
): Promise<InferResult<Query>> {
  const now = queryNow(context, owner, build, parameters, rows)
  if (now) return now
  const text = textOfQuery(context, owner, build, parameters)
  const result = await rawWriter(context).executeQuery(CompiledQuery.raw(text, [...parameters]))
  return result.rows as InferResult<Query>
}

/** The same, or null if the query has to wait for its turn or for another process. */
export function queryNow<Query extends Compilable<object>>(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: (db: Reader) => Query,
  parameters: readonly unknown[],
  rows?: RowsOfTable,
): InferResult<Query> | null {
  const db = rawWriter(context)
  const connection = oneConnectionOf(db)
  if (!connection) return null
  const found = connection.query(db, textOfQuery(context, owner, build, parameters), parameters, rows)
  return found as InferResult<Query> | null
}

const textOfQuery = (
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  [owner, key]: readonly [owner: object, key: string],
  build: (db: Reader) => Compilable<object>,
  parameters: readonly unknown[],
): string => textOf(owner, `${engine} ${key}`, engine === 'sqlite' ? KEPT : '', () => build(db), parameters)

/** Runs a write of the caller's own writer whose SQL text is compiled once. The parameters are those of `fixedQuery`. */
export async function fixedWrite(
  context: Pick<Context, 'db' | 'engine'>,
  [owner, key]: readonly [owner: object, key: string],
  build: () => Compilable<object>,
  parameters: readonly unknown[],
): Promise<Pick<QueryResult<unknown>, 'numAffectedRows'>> {
  const text = textOf(owner, `${context.engine} ${key}`, '', build, parameters)
  return rawWriter(context).executeQuery(CompiledQuery.raw(text, [...parameters]))
}

/**
 * The same for a write inside a transaction that reads nothing of it, and in which it can't fail by itself. PostgreSQL gets it with
 * the transaction's next statement.
 */
export async function deferredWrite(
  context: Pick<Context, 'db' | 'engine'>,
  [owner, key]: readonly [owner: object, key: string],
  build: () => Compilable<object>,
  parameters: readonly unknown[],
): Promise<void> {
  const prefix = context.engine === 'postgres' ? DEFERRED : ''
  const text = textOf(owner, `${context.engine} ${key}`, prefix, build, parameters)
  await rawWriter(context).executeQuery(CompiledQuery.raw(text, [...parameters]))
}

function textOf(
  owner: object,
  name: string,
  prefix: string,
  build: () => Compilable<object>,
  parameters: readonly unknown[],
): string {
  const texts = textsOf.get(owner) ?? new Map<string, string>()
  textsOf.set(owner, texts)
  const known = texts.get(name)
  if (known !== undefined) return known
  const compiled = build().compile()
  // A wrong order would use other values with every later call.
  if (JSON.stringify(compiled.parameters) !== JSON.stringify(parameters))
    throw new Error(`the parameters of the query "${name}" are not in the order of its text`)
  texts.set(name, prefix + compiled.sql)
  return prefix + compiled.sql
}

/** Columns by which the changes of rows are counted: those whose values few rows share. */
const COUNTED = /^(id|name|.*_id)$/

/** Returns rows among which are all that have given values in some columns, for `fixedQuery`; undefined for all rows. */
export function rowsWhere(table: string, where: Readonly<Record<string, unknown>>): RowsOfTable | undefined {
  for (const [column, value] of Object.entries(where))
    if (typeof value === 'string' && COUNTED.test(column)) return { table, column, values: [value] }
  return undefined
}

/** Returns a list as the one parameter of `isOneOf`. */
export const listParameter = (engine: Engine, values: readonly string[]): unknown =>
  engine === 'postgres' ? values : JSON.stringify(values)

/** Whether a column has one of the values. Unlike `in`, the text does not depend on their number. */
export const isOneOf = (engine: Engine, column: string, values: readonly string[]): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (select value from json_each(${listParameter(engine, values)}))`

/** Returns a list as a table `listed` with one column `value`, to insert a row for each: blocks of parameters take longer. */
export const listed = (engine: Engine, values: readonly string[]) =>
  (engine === 'postgres'
    ? sql<{ value: string }>`(select value from unnest(${values}::text[]) as value)`
    : sql<{ value: string }>`json_each(${listParameter(engine, values)})`
  ).as('listed')

/** Selects the rows whose column has one of some values, which are distinct: SQLite sorts those of `isOneOf` before it reads. */
export function listing<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  engine: Engine,
  column: string,
  values: readonly string[],
): SelectQueryBuilder<DB, TB, Row> {
  if (engine === 'postgres') return query.where(isOneOf(engine, column, values))
  // The types of the query don't know the list.
  const any = query as unknown as SelectQueryBuilder<Record<string, object>, string, Row>
  return any.innerJoin(listed(engine, values), (join) =>
    join.on(sql<boolean>`listed.value = ${sql.ref(column)}`),
  ) as unknown as SelectQueryBuilder<DB, TB, Row>
}
