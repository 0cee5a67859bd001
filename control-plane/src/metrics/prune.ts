import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../database/columns.ts'
import type { MetricTables, Tier } from '../database/metric-tables.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { BLOCK_MS, BY_HOUR, BY_MINUTE, RAW, SPANS, TIERS } from './tiers.ts'

/** Rows that one statement deletes. */
const BATCH = 500

/** A source without any block is deleted at this age: until then it may have readings that are in no block yet. */
const YOUNG_MS = 24 * BLOCK_MS

export type Retention = {
  /** Age at which only one reading a minute remains, or an hour of latencies; milliseconds. */
  raw: number
  /** Age at which these are deleted; milliseconds. */
  minutes: number
}

/**
 * Deletes old blocks, and sources that have none left, in small batches with other work in between.
 * @param inUse sources of the last round. They may have no block yet after a time without readings.
 * @param mayContinue is called before each batch, and ends it by answering false.
 */
export async function pruneMetrics(
  { db, engine, inUse }: { db: Kysely<MetricTables>; engine: Engine; inUse: ReadonlySet<number> },
  now: number,
  retention: Retention,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  const older = (tier: Tier, age: number): RawBuilder<boolean> =>
    sql`tier = ${tier} and start < ${now - age - SPANS[tier]}`
  const deletions = [
    older(RAW, retention.raw),
    older(BY_MINUTE, retention.minutes),
    older(BY_HOUR, retention.minutes),
  ]
  const row = engine === 'postgres' ? sql.ref('ctid') : sql.ref('rowid')
  for (const where of deletions) {
    let deleted = BATCH
    while (deleted === BATCH && (await mayContinue())) {
      const batch = sql`select ${row} from metric_block where ${where} limit ${BATCH}`
      const result = await sql`delete from metric_block where ${row} in (${batch})`.execute(db)
      deleted = Number(result.numAffectedRows ?? 0)
      await eventLoopTurn()
    }
  }
  await pruneSources({ db, inUse }, now, mayContinue)
}

/** Deletes old sources without blocks that are not in use. */
async function pruneSources(
  { db, inUse }: { db: Kysely<MetricTables>; inUse: ReadonlySet<number> },
  now: number,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  let after: number | undefined = 0
  while (after !== undefined && (await mayContinue())) {
    const found: { id: number }[] = await db
      .selectFrom('metric_source')
      .select('id')
      .where('id', '>', after)
      .where('time_created', '<', now - YOUNG_MS)
      .where(
        sql<boolean>`not exists (select 1 from metric_block where source_id = metric_source.id and tier in (${sql.join(TIERS)}))`,
      )
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const unused = found.flatMap(({ id }) => (inUse.has(id) ? [] : [id]))
    if (unused.length > 0) await db.deleteFrom('metric_source').where('id', 'in', unused).execute()
    after = found.length < BATCH ? undefined : found.at(-1)?.id
    await eventLoopTurn()
  }
}
