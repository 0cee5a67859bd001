import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import { packBlock, type Precision } from '@granary/control-plane/metrics/block.ts'
import { BLOCK_MS, BY_HOUR } from '@granary/control-plane/metrics/tiers.ts'
import type { Kysely } from 'kysely'

/** Ten classes and a sum, for each of three kinds of operations. */
export const LATENCY_COUNTERS = 33

/** Returns the largest tenth of what a counter of latencies increases by in ten seconds. Sums are nanoseconds. */
export const latencyRate = (counter: number): number => (counter % 11 === 10 ? 5e9 : 100)

const ROUNDS_IN_HOUR = 360

/** The totals of a disk in the middle of its 30 days. */
export const totalsOfLatencies = (): number[] =>
  Array.from({ length: LATENCY_COUNTERS }, (_, at) => latencyRate(at) * 5 * ROUNDS_IN_HOUR * 24 * 15)

/**
 * Stores the hours of a day of one disk, and adds their increases to its totals.
 * @param precision `rounded` for a day that is over.
 */
export async function addHours(
  db: Kysely<MetricTables>,
  { source, since, totals }: { source: number; since: number; totals: number[] },
  { day, hours, precision }: { day: number; hours: number; precision: Precision },
): Promise<void> {
  const columns = totals.map((): number[] => [])
  for (let hour = 0; hour < hours; hour++) {
    for (let at = 0; at < totals.length; at++) {
      totals[at]! += increaseInHour(latencyRate(at))
      columns[at]!.push(totals[at]!)
    }
  }
  const times = Array.from({ length: hours }, (_, hour) => day + (hour + 1) * BLOCK_MS - 60_000)
  const data = await packBlock({ since, times, columns }, precision)
  await db
    .insertInto('metric_block')
    .values({ tier: BY_HOUR, source_id: source, start: times[0]!, data })
    .execute()
}

/** Returns a sum of 360 random numbers up to ten times the rate, which is nearly normal. */
function increaseInHour(rate: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  const mean = 5 * rate * ROUNDS_IN_HOUR
  const deviation = 10 * rate * Math.sqrt(ROUNDS_IN_HOUR / 12)
  return Math.max(0, Math.round(mean + deviation * normal))
}
