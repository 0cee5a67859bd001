import type { Get, Operation, Query, Take } from '../language/syntax.ts'
import type { Read } from '../plan/reads.ts'
import type { SeriesReader } from '../reader.ts'
import type { Fields } from '../schema.ts'
import { align } from './align.ts'
import { filter } from './filter.ts'
import { get } from './get.ts'
import { groupBy } from './group-by.ts'
import { join } from './join.ts'
import { slice, type Table } from './table.ts'
import type { Work } from './work.ts'

export type Evaluation = {
  reader: SeriesReader
  scope: Fields
  /** Milliseconds since 1970. */
  now: number
  reads: Map<Get, Read>
  work: Work
}

/** A table, and the first time that its query asks for. */
type Bounded = { table: Table; from: number }

/**
 * Evaluates a checked query.
 * @throws QueryError if the data doesn't allow it.
 */
export async function run(query: Query, evaluation: Evaluation): Promise<Table[]> {
  const end = endOf(evaluation)
  const tables = await tablesOf(query, evaluation, end)
  return tables.map(({ table }) => table)
}

/** All tables of a query have the same end, so that they can be joined: the latest bound, or now without one. */
function endOf({ reads, now }: Evaluation): number {
  const end = Math.max(...Array.from(reads.values(), ({ window }) => window.end))
  return Number.isFinite(end) ? end : now
}

async function tablesOf(
  { source, operations }: Query,
  evaluation: Evaluation,
  end: number,
): Promise<Bounded[]> {
  let tables: Bounded[] = []
  if (source.kind === 'get') {
    const read = evaluation.reads.get(source)!
    tables = [{ table: await get(read, evaluation), from: read.window.from }]
  } else for (const query of source.queries) tables.push(...(await tablesOf(query, evaluation, end)))
  for (const operation of operations) tables = await after(tables, operation, end, evaluation.work)
  return tables
}

async function after(tables: Bounded[], operation: Operation, end: number, work: Work): Promise<Bounded[]> {
  const from = Math.min(...tables.map((one) => one.from))
  const inputs = tables.map(({ table }) => table)
  if (operation.kind === 'group_by') return [{ table: await groupBy(inputs, operation, work), from }]
  if (operation.kind === 'join') return [{ table: await join(inputs, operation, work), from }]
  const results: Bounded[] = []
  for (const { table, from } of tables) {
    if (operation.kind === 'filter') results.push({ table: await filter(table, operation, work), from })
    else if (operation.kind === 'align')
      results.push({ table: await align(table, operation, { from, end }, work), from })
    else results.push({ table: taken(table, operation), from })
  }
  return results
}

/** Keeps some points of each series. */
function taken({ shape, series }: Table, { kind, count }: Take): Table {
  const kept = series.map((one) => {
    const length = one.timestamps.length
    return kind === 'first'
      ? slice(one, 0, Math.min(count, length))
      : slice(one, Math.max(0, length - count), length)
  })
  return { shape, series: kept }
}
