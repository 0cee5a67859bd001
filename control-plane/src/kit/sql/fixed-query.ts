import { type Compilable, type InferResult, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Engine } from '../../database/columns.ts'
import { type Answer, rawWriter, runNow, runStatement } from '../../database/session.ts'
import type { Context } from '../context/context.ts'
import type { Reader } from '../context/reader.ts'

/** SQL texts of the owners of queries, by engine and key. */
const textsOf = new Map<object, Map<string, string>>()

/**
 * Runs a query whose SQL text is compiled once: compiling takes longer than running a short query.
 * @param owner what the text is made for, such as a kind. Two owners never share a text, so the key need not tell them
 * apart. It must live as long as the program.
 * @param key determines the text of the owner. It comes from the code, never from a request, so that keys are few.
 * @param parameters the values in the order of the text.
 */
export async function fixedQuery<Query extends Compilable<object>>(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: (db: Reader) => Query,
  parameters: readonly unknown[],
): Promise<InferResult<Query>> {
  const db = rawWriter(context)
  const statement = { text: textOf(context, owner, build, parameters), parameters }
  const { rows } = runNow(db, statement) ?? (await runStatement(db, statement))
  return rows as InferResult<Query>
}

/** Runs a query whose SQL text depends on the request, such as one with a filter. Texts of this kind are too many to keep. */
export const anyQuery: typeof fixedQuery = async (context, _owner, build) => {
  const db = rawWriter(context)
  const { sql: text, parameters } = build(context.db).compile()
  const { rows } = runNow(db, { text, parameters }) ?? (await runStatement(db, { text, parameters }))
  return rows as never
}

/** The same as `fixedQuery`, or null if the query has to wait for its turn or for another process. */
export function queryNow<Query extends Compilable<object>>(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: (db: Reader) => Query,
  parameters: readonly unknown[],
): InferResult<Query> | null {
  const text = textOf(context, owner, build, parameters)
  return runNow(rawWriter(context), { text, parameters })?.rows as InferResult<Query> | null
}

/** Runs a write of the caller's own writer whose SQL text is compiled once. The parameters are those of `fixedQuery`. */
export async function fixedWrite(
  context: Pick<Context, 'db' | 'engine'>,
  owner: readonly [owner: object, key: string],
  build: () => Compilable<object>,
  parameters: readonly unknown[],
): Promise<Answer> {
  const text = textOf(context, owner, build, parameters)
  return runStatement(rawWriter(context), { text, parameters })
}

/**
 * The same for a write inside a transaction that reads nothing of it, and in which it can't fail by itself. PostgreSQL gets it with
 * the transaction's next statement.
 * @param table that it writes.
 */
export async function deferredWrite(
  context: Pick<Context, 'db' | 'engine'>,
  table: string,
  owner: readonly [owner: object, key: string],
  build: () => Compilable<object>,
  parameters: readonly unknown[],
): Promise<void> {
  const text = textOf(context, owner, build, parameters)
  await runStatement(rawWriter(context), { text, parameters, deferredTo: table })
}

function textOf(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  [owner, key]: readonly [owner: object, key: string],
  build: (db: Reader) => Compilable<object>,
  parameters: readonly unknown[],
): string {
  const name = `${engine} ${key}`
  const texts = textsOf.get(owner) ?? new Map<string, string>()
  textsOf.set(owner, texts)
  const known = texts.get(name)
  if (known !== undefined) return known
  const compiled = build(db).compile()
  const isInOrder =
    compiled.parameters.length === parameters.length &&
    compiled.parameters.every(
      (value, at) => value === parameters[at] || JSON.stringify(value) === JSON.stringify(parameters[at]),
    )
  // A wrong order would use other values with every later call.
  if (!isInOrder) throw new Error(`the parameters of the query "${name}" are not in the order of its text`)
  texts.set(name, compiled.sql)
  return compiled.sql
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
