import type { Kysely } from 'kysely'
import type { MetricTables, Tier } from '../database/metric-tables.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { openBlock, packBlock } from './block.ts'
import { SPANS, TIERS } from './tiers.ts'

/** Blocks that are cut before other work gets its turn. */
const BATCH = 16

type BlockRow = { source_id: number; start: number; data: Uint8Array }

/**
 * Deletes the readings after a time, which were stored while the clock was ahead.
 * @returns the numbers of deleted rounds and blocks.
 */
export async function deleteLater(
  db: Kysely<MetricTables>,
  time: number,
): Promise<{ rounds: number; blocks: number }> {
  // Before the rest: after a crash in between, there still is something later, and the next round begins again.
  for (const tier of TIERS) await cutBlocks(db, tier, time)
  return db.transaction().execute(async (inner) => {
    const rounds = await inner.deleteFrom('metric_round').where('time', '>', time).executeTakeFirstOrThrow()
    await inner.deleteFrom('metric_reading').where('time', '>', time).execute()
    const blocks = await inner
      .deleteFrom('metric_block')
      .where('tier', 'in', TIERS)
      .where('start', '>', time)
      .executeTakeFirstOrThrow()
    return { rounds: Number(rounds.numDeletedRows), blocks: Number(blocks.numDeletedRows) }
  })
}

/** Removes the readings after a time from the blocks that begin before it, or those of the same hour or day would overlap. */
async function cutBlocks(db: Kysely<MetricTables>, tier: Tier, time: number): Promise<void> {
  let rows = await blocksAround(db, tier, time)
  while (rows.length > 0) {
    for (const row of rows) await cutBlock(db, tier, row, time)
    await eventLoopTurn()
    rows = await blocksAround(db, tier, time, rows.at(-1))
  }
}

function blocksAround(
  db: Kysely<MetricTables>,
  tier: Tier,
  time: number,
  after?: BlockRow,
): Promise<BlockRow[]> {
  let query = db
    .selectFrom('metric_block')
    .select(['source_id', 'start', 'data'])
    .where('tier', '=', tier)
    .where('start', '>', time - SPANS[tier])
    .where('start', '<=', time)
  if (after)
    query = query.where((eb) =>
      eb.or([
        eb('source_id', '>', after.source_id),
        eb.and([eb('source_id', '=', after.source_id), eb('start', '>', after.start)]),
      ]),
    )
  return query.orderBy('source_id').orderBy('start').limit(BATCH).execute()
}

async function cutBlock(
  db: Kysely<MetricTables>,
  tier: Tier,
  { source_id, start, data }: BlockRow,
  time: number,
): Promise<void> {
  const { since, times, width, column } = await openBlock(data)
  const kept = times.filter((one) => one <= time)
  if (kept.length === times.length) return
  const columns = Array.from({ length: width }, (_, at) => column(at).subarray(0, kept.length))
  await db
    .updateTable('metric_block')
    // Exact, so that rounded values aren't rounded a second time.
    .set({ data: await packBlock({ since, times: kept, columns }, 'exact') })
    .where('tier', '=', tier)
    .where('source_id', '=', source_id)
    .where('start', '=', start)
    .execute()
}
