import {
  type Compilable,
  CompiledQuery,
  type InferResult,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Engine } from '../database/columns.ts'
import { DEFERRED } from '../database/deferred.ts'
import { KEPT } from '../database/kept-rows.ts'
import { oneConnectionOf } from '../database/one-connection.ts'
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
 */
export async function fixedQuery<Query extends Compilable<object>>(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: (db: Reader) => Query,
  parameters: readonly unknown[],
): Promise<InferResult<Query>> {
  const now = queryNow(context, owner, build, parameters)
  if (now) return now
  const text = textOfQuery(context, owner, build, parameters)
  const { rows } = await rawWriter(context).executeQuery(CompiledQuery.raw(text, [...parameters]))
  return rows as InferResult<Query>
}

/** The same, or null if the query has to wait for its turn or for another process. */
export function queryNow<Query extends Compilable<object>>(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: (db: Reader) => Query,
  parameters: readonly unknown[],
): InferResult<Query> | null {
  const db = rawWriter(context)
  const connection = oneConnectionOf(db)
  if (!connection) return null
  const rows = connection.query(db, textOfQuery(context, owner, build, parameters), parameters)
  return rows as InferResult<Query> | null
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

/** Returns a list as the one parameter of `isOneOf`. */
export const listParameter = (engine: Engine, values: readonly string[]): unknown =>
  engine === 'postgres' ? values : JSON.stringify(values)

/** Whether a column has one of the values. Unlike `in`, the text does not depend on their number. */
export const isOneOf = (engine: Engine, column: string, values: readonly string[]): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (select value from json_each(${listParameter(engine, values)}))`
