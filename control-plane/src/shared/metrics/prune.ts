import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../database/columns.ts'
import type { MetricTables } from '../../database/metric-tables.ts'
import { eventLoopTurn } from '../../kit/event-loop-turn.ts'
import { BLOCK_MS, BY_MINUTE, RAW } from './tiers.ts'

/** Rows that one statement deletes. */
const BATCH = 500

/** A source without any block is deleted at this age: until then it may have readings that are in no block yet. */
const YOUNG_MS = 24 * BLOCK_MS

export type Retention = {
  /** Age at which only one reading a minute remains; milliseconds. */
  raw: number
  /** Age at which these are deleted; milliseconds. */
  minutes: number
}

/**
 * Deletes old blocks, and sources that have none left, in small batches with other work in between.
 * @param mayContinue is called before each batch, and ends it by answering false.
 */
export async function pruneMetrics(
  { db, engine }: { db: Kysely<MetricTables>; engine: Engine },
  now: number,
  retention: Retention,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  const before = (age: number) => now - age - BLOCK_MS
  const deletions: [table: keyof MetricTables, where: RawBuilder<boolean>][] = [
    ['metric_block', sql`tier = ${RAW} and start < ${before(retention.raw)}`],
    ['metric_block', sql`tier = ${BY_MINUTE} and start < ${before(retention.minutes)}`],
    [
      'metric_source',
      sql`time_created < ${now - YOUNG_MS}
        and not exists (select 1 from metric_block where source_id = metric_source.id and tier in (${RAW}, ${BY_MINUTE}))`,
    ],
  ]
  const row = engine === 'postgres' ? sql.ref('ctid') : sql.ref('rowid')
  for (const [table, where] of deletions) {
    let deleted = BATCH
    while (deleted === BATCH && (await mayContinue())) {
      const batch = sql`select ${row} from ${sql.table(table)} where ${where} limit ${BATCH}`
      const result = await sql`delete from ${sql.table(table)} where ${row} in (${batch})`.execute(db)
      deleted = Number(result.numAffectedRows ?? 0)
      await eventLoopTurn()
    }
  }
}
