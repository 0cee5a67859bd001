import type { Kysely } from 'kysely'
import type { MetricTables } from '../../database/metric-tables.ts'
import { BY_MINUTE, RAW } from './compact.ts'
import { lastRound } from './rounds.ts'

/** Servers and the driver may disagree about the time by this much. */
const SKEW_MS = 60_000

/**
 * Deletes the rounds and blocks after a time, if the clock was ahead when they were stored: until that time comes, no round
 * would be later than the last one.
 * @returns the number of deleted rounds.
 */
export function deleteLater(db: Kysely<MetricTables>, time: number): Promise<number> {
  return db.transaction().execute(async (inner) => {
    const last = await lastRound(inner)
    if (last === null || last <= time + SKEW_MS) return 0
    const { numDeletedRows } = await inner
      .deleteFrom('metric_round')
      .where('time', '>', time)
      .executeTakeFirstOrThrow()
    await inner.deleteFrom('metric_reading').where('time', '>', time).execute()
    await inner
      .deleteFrom('metric_block')
      .where('tier', 'in', [RAW, BY_MINUTE])
      .where('start', '>', time)
      .execute()
    return Number(numDeletedRows)
  })
}
