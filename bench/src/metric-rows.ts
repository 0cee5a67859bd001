import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import { packBlock } from '@granary/control-plane/metrics/block.ts'
import { compact } from '@granary/control-plane/metrics/compact.ts'
import { BLOCK_MS, BY_MINUTE } from '@granary/control-plane/metrics/tiers.ts'
import { type Reading, storeRound } from '@granary/control-plane/metrics/rounds.ts'
import { type Kysely, sql } from 'kysely'
import { addHours, LATENCY_COUNTERS, latencyRate, totalsOfLatencies } from './latencies-of-days.ts'

export const INSTANCES = 1000
const INTERVAL_MS = 10_000
export const ROUNDS = BLOCK_MS / INTERVAL_MS
export const MIDNIGHT = Date.parse('2026-01-01T00:00:00Z')
/** The hour whose rounds are stored and packed: half of the day is in the blocks of latencies already, as on average. */
export const START = MIDNIGHT + 12 * BLOCK_MS
/** When the counters began. */
export const SINCE = MIDNIGHT - 24 * BLOCK_MS
export const HOURS = 720
export const DAYS = 30
export const MiB = 2 ** 20

/** Each machine has two processors in four states, two disks with five counters and an interface with five. */
const SOURCES = [
  { target: 'virtual_machine', counters: 8, rate: 1e9 },
  { target: 'virtual_disk', counters: 5, rate: 50_000 },
  { target: 'virtual_disk', counters: 5, rate: 50_000 },
  { target: 'instance_network_interface', counters: 5, rate: 20_000 },
] as const
/** Latencies of each disk, which are read once a minute. */
const LATENCIES = [
  { target: 'disk_latency', counters: LATENCY_COUNTERS },
  { target: 'disk_latency', counters: LATENCY_COUNTERS },
] as const
export const LATENCY_SOURCES = sql`select id from metric_source where target = 'disk_latency'`
export const COUNTER_SOURCES = sql`select id from metric_source where target <> 'disk_latency'`
const ALL_SOURCES = [...SOURCES, ...LATENCIES]
export const COUNTERS = SOURCES.reduce((sum, { counters }) => sum + counters, 0)

/** Adds the sources of every machine: its processors, disks and interface. */
export async function addSources(db: Kysely<MetricTables>): Promise<void> {
  for (let instance = 0; instance < INSTANCES; instance++)
    await db
      .insertInto('metric_source')
      .values(
        ALL_SOURCES.map(({ target }, at) => ({
          target,
          fields: JSON.stringify({ instance_id: `i-${instance}`, resource_id: at }),
          silo_id: 's',
          project_id: 'p',
          instance_id: `i-${instance}`,
          resource_id: at === 0 ? `i-${instance}` : `r-${instance}-${at}`,
          time_created: START,
        })),
      )
      .execute()
}

/** Returns the sources of latencies, which have the IDs of their places in the table. */
export const latencySources = Array.from({ length: INSTANCES * ALL_SOURCES.length }, (_, at) => at).filter(
  (at) => at % ALL_SOURCES.length >= SOURCES.length,
)

/** Stores the hours of this morning, the rounds of an hour, and packs them. @returns the processor times, in milliseconds. */
export async function fillAnHour(db: Kysely<MetricTables>): Promise<[store: number, pack: number]> {
  const kindOf = (source: number) => ALL_SOURCES[source % ALL_SOURCES.length]!
  const totals = Array.from({ length: INSTANCES * ALL_SOURCES.length }, (_, source) =>
    Array.from({ length: kindOf(source).counters }, () => 0),
  )
  for (const at of latencySources) {
    totals[at] = totalsOfLatencies()
    const disk = { source: at + 1, since: SINCE, totals: totals[at] }
    await addHours(db, disk, { day: MIDNIGHT, hours: 12, precision: 'exact' })
  }
  let store = 0
  for (let at = 0; at < ROUNDS; at++) {
    totals.forEach((values, source) => {
      const kind = kindOf(source)
      increase(values, 'rate' in kind ? () => kind.rate : latencyRate)
    })
    const withLatencies = at % (60_000 / INTERVAL_MS) === 0
    const readings = totals.flatMap((values, source): Reading[] =>
      withLatencies || kindOf(source).target !== 'disk_latency'
        ? [{ sourceId: source + 1, since: SINCE, values: [...values] }]
        : [],
    )
    store += await processorTimeOf(() => storeRound(db, START + at * INTERVAL_MS, readings))
  }
  return [store, await processorTimeOf(() => compact(db, START + BLOCK_MS, async () => true))]
}

function increase(totals: number[], rate: (counter: number) => number): void {
  for (let at = 0; at < totals.length; at++) totals[at]! += Math.floor(rate(at) * Math.random() * 10)
}

/** Adds the other hours of the first machine. */
export async function fillAMonth(db: Kysely<MetricTables>): Promise<void> {
  const totals = Array.from({ length: SOURCES[0].counters }, () => 1e13)
  for (let hour = 1; hour < HOURS; hour++) {
    const start = START + hour * BLOCK_MS
    const columns = totals.map((): number[] => [])
    for (let minute = 0; minute < 60; minute++) {
      increase(totals, () => SOURCES[0].rate * 6)
      totals.forEach((total, at) => columns[at]!.push(total))
    }
    const times = Array.from({ length: 60 }, (_, minute) => start + minute * 60_000)
    const data = await packBlock({ since: START, times, columns }, 'rounded')
    await db.insertInto('metric_block').values({ tier: BY_MINUTE, source_id: 1, start, data }).execute()
  }
}

async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
