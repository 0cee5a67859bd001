import type { Table } from './evaluate/table.ts'
import { run } from './evaluate/run.ts'
import { Work } from './evaluate/work.ts'
import { planQuery } from './plan/plan.ts'
import type { SeriesReader } from './reader.ts'
import type { ResultTable } from './result.ts'
import type { Fields } from './schema.ts'
import { resultsOf } from './to-result.ts'

export type QueryOptions = {
  reader: SeriesReader
  now: Date
  /** Values that fields must have: the project of the caller, for example. Series without these fields have no data. */
  scope?: Fields
  /** Lets the host handle other events; called every few milliseconds. */
  pause: () => Promise<void>
}

/**
 * Answers a query.
 * @throws QueryError if the query is wrong, or reads or makes too much.
 */
export async function runQuery(text: string, options: QueryOptions): Promise<ResultTable[]> {
  const work = new Work(options.pause)
  return resultsOf(await tablesOf(text, options, work), work)
}

function tablesOf(text: string, { reader, now, scope = {} }: QueryOptions, work: Work): Promise<Table[]> {
  const { query, reads } = planQuery(text, now.getTime(), scope)
  return run(query, { reader, scope, now: now.getTime(), reads, work })
}
