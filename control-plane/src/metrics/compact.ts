import type { Kysely } from 'kysely'
import type { MetricTables } from '../database/metric-tables.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { packBlock, type Run } from './block.ts'
import { DayBlocks } from './day-blocks.ts'
import { eachReading, sourcesOf } from './rounds.ts'
import { lastOfEach, MINUTE_MS, RunCollector } from './runs.ts'
import { LATENCIES } from './sources.ts'
import { BLOCK_MS, BY_MINUTE, hourOf, RAW } from './tiers.ts'

type BlockRow = MetricTables['metric_block']

/** Rows that one statement inserts. */
const ROWS_PER_INSERT = 50

/**
 * Packs the readings of past hours into blocks, a few sources at a time with other work in between. Each step ends in one
 * transaction, so a reading is either in a round or in a block, also after a crash.
 * @param mayContinue is called before each step, and ends it by answering false.
 */
export async function compact(
  db: Kysely<MetricTables>,
  now: number,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  const current = hourOf(now)
  for (;;) {
    const oldest = await oldestRound(db)
    if (oldest === null || hourOf(oldest) >= current) return
    const from = hourOf(oldest)
    for (const shard of await shardsIn(db, from)) {
      if (!(await mayContinue())) return
      await compactShard(db, shard, from)
    }
    await db
      .deleteFrom('metric_round')
      .where('time', '<', from + BLOCK_MS)
      .execute()
  }
}

async function oldestRound(db: Kysely<MetricTables>): Promise<number | null> {
  const row = await db
    .selectFrom('metric_round')
    .select(({ fn }) => fn.min('time').as('time'))
    .executeTakeFirst()
  return row?.time == null ? null : Number(row.time)
}

async function shardsIn(db: Kysely<MetricTables>, from: number): Promise<number[]> {
  const rows = await db
    .selectFrom('metric_reading')
    .select('shard')
    .distinct()
    .where('time', '>=', from)
    .where('time', '<', from + BLOCK_MS)
    .execute()
  return rows.map(({ shard }) => shard)
}

/** Packs past rounds, which don't change any more, before it takes the database for a moment. */
async function compactShard(db: Kysely<MetricTables>, shard: number, from: number): Promise<void> {
  const rows = await roundsOf(db, from, from + BLOCK_MS - 1)
    .innerJoin('metric_reading', 'metric_reading.time', 'metric_round.time')
    .select(['metric_reading.time', 'data'])
    .where('shard', '=', shard)
    .orderBy('metric_round.time')
    .execute()
  const days = await DayBlocks.open(db, await latenciesIn(db, shard), from)
  const blocks = await blocksOf(rows, days)
  const times = rows.map(({ time }) => time)
  await db.transaction().execute(async (inner) => {
    for (let at = 0; at < blocks.length; at += ROWS_PER_INSERT)
      await inner
        .insertInto('metric_block')
        .values(blocks.slice(at, at + ROWS_PER_INSERT))
        .execute()
    await days.save(inner)
    await inner.deleteFrom('metric_reading').where('time', 'in', times).where('shard', '=', shard).execute()
  })
}

/** Returns the sources of a shard that are kept by the hour. */
async function latenciesIn(db: Kysely<MetricTables>, shard: number): Promise<ReadonlySet<number>> {
  const [from, to] = sourcesOf(shard)
  const rows = await db
    .selectFrom('metric_source')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where('target', '=', LATENCIES)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the blocks of an hour, and adds the hour to those of days. */
async function blocksOf(
  rows: readonly { time: number; data: Uint8Array }[],
  days: DayBlocks,
): Promise<BlockRow[]> {
  const readings = new RunCollector()
  for (const { time, data } of rows)
    eachReading(data, (sourceId, since, values) => readings.add(sourceId, time, since, values))
  const blocks: BlockRow[] = []
  for (const [source_id, runs] of readings.sources()) {
    for (const run of runs) {
      blocks.push({ tier: RAW, source_id, start: run.times[0]!, data: await packBlock(run, 'exact') })
      if (!days.has(source_id)) blocks.push({ tier: BY_MINUTE, source_id, ...(await minutes(run)) })
    }
    await days.add(source_id, runs)
    await eventLoopTurn()
  }
  return blocks
}

async function minutes(run: Run) {
  const kept = lastOfEach(MINUTE_MS, run)
  return { start: kept.times[0]!, data: await packBlock(kept, 'rounded') }
}

/** The rounds between two times, both included. */
export const roundsOf = (db: Pick<Kysely<MetricTables>, 'selectFrom'>, from: number, to: number) =>
  db.selectFrom('metric_round').where('metric_round.time', '>=', from).where('metric_round.time', '<=', to)
