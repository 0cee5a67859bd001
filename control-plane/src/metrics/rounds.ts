import type { MetricTables } from '../database/metric-tables.ts'
import type { Kysely } from 'kysely'
import { BLOCK_MS, BY_MINUTE, hourOf } from './tiers.ts'

/** Sources whose readings of one round are one row: few enough to read one of them, enough for few rows. */
const SHARD_SIZE = 32

export const shardOf = (sourceId: number): number => Math.floor(sourceId / SHARD_SIZE)

/** Returns the first and the last source that a shard may have. */
export const sourcesOf = (shard: number): [first: number, last: number] => [
  shard * SHARD_SIZE,
  (shard + 1) * SHARD_SIZE - 1,
]

/** The counters of one source at the time of a round. */
export type Reading = { sourceId: number; since: number; values: readonly number[] }

/** Numbers before the values of a reading: the source, the number of values, and the start of the counted period. */
const PREFIX = 3

/** Rows that one statement inserts, so that it takes a few milliseconds at most. */
const ROWS_PER_INSERT = 50

/**
 * Stores the readings of one time, in one transaction.
 * @returns false if that time is not later than the last round's, and nothing was stored.
 */
export function storeRound(
  db: Kysely<MetricTables>,
  time: number,
  readings: readonly Reading[],
): Promise<boolean> {
  const rows = [...Map.groupBy(readings, ({ sourceId }) => shardOf(sourceId))].map(([shard, some]) => ({
    time,
    shard,
    data: encode(some),
  }))
  return db.transaction().execute(async (inner) => {
    const last = await lastRound(inner)
    if (last !== null && last >= time) return false
    await inner.insertInto('metric_round').values({ time }).execute()
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT)
      await inner
        .insertInto('metric_reading')
        .values(rows.slice(at, at + ROWS_PER_INSERT))
        .execute()
    return true
  })
}

async function lastRound(db: Pick<Kysely<MetricTables>, 'selectFrom'>): Promise<number | null> {
  const row = await db
    .selectFrom('metric_round')
    .select(({ fn }) => fn.max('time').as('time'))
    .executeTakeFirst()
  return row?.time == null ? null : Number(row.time)
}

/** Returns the time of the last round or, if all are packed, the end of the last packed hour; null without any. */
export async function lastStored(db: Kysely<MetricTables>): Promise<number | null> {
  const round = await lastRound(db)
  if (round !== null) return round
  const block = await db
    .selectFrom('metric_block')
    .select(({ fn }) => fn.max('start').as('start'))
    .where('tier', '=', BY_MINUTE)
    .executeTakeFirst()
  return block?.start == null ? null : hourOf(Number(block.start)) + BLOCK_MS - 1
}

function encode(readings: readonly Reading[]): Uint8Array {
  const numbers = readings.flatMap(({ sourceId, since, values }) => [
    sourceId,
    values.length,
    since,
    ...values,
  ])
  return new Uint8Array(Float64Array.from(numbers).buffer)
}

/** Calls back for each reading of a row. The values are a view of the row's data. */
export function eachReading(
  data: Uint8Array,
  use: (sourceId: number, since: number, values: Float64Array) => void,
): void {
  // A driver's buffer may begin anywhere; numbers need an aligned one.
  const numbers = new Float64Array(Uint8Array.from(data).buffer)
  for (let at = 0; at < numbers.length;) {
    const end = at + PREFIX + numbers[at + 1]!
    use(numbers[at]!, numbers[at + 2]!, numbers.subarray(at + PREFIX, end))
    at = end
  }
}
