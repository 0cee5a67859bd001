import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateMetrics } from '@granary/control-plane/database/migrate.ts'
import type { MetricTables, Tier } from '@granary/control-plane/database/metric-tables.ts'
import { BLOCK_MS, BY_HOUR, BY_MINUTE, RAW } from '@granary/control-plane/metrics/tiers.ts'
import { counterReader } from '@granary/control-plane/metrics/series-reader.ts'
import { eventLoopTurn } from '@granary/control-plane/kit/base/event-loop-turn.ts'
import { writeAnswer } from '@granary/control-plane/timeseries/write-answer.ts'
import { runQuery } from '@granary/domain/timeseries/query.ts'
import type { Fields } from '@granary/domain/timeseries/schema.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import { openDatabase } from '@granary/server/database/open.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addHours, totalsOfLatencies } from './latencies-of-days.ts'
import { median, repeat, round, type Section } from './report.ts'
import {
  INSTANCES,
  ROUNDS,
  MIDNIGHT,
  START,
  SINCE,
  HOURS,
  DAYS,
  MiB,
  LATENCY_SOURCES,
  COUNTER_SOURCES,
  COUNTERS,
  addSources,
  latencySources,
  fillAnHour,
  fillAMonth,
} from './metric-rows.ts'

/** Measures what the counters of 1,000 instances cost: to keep, to store and to read. */
export async function measureMetrics(): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-metrics-'))
  const database = await openDatabase(`file:${join(folder, 'granary.sqlite')}`)
  try {
    const db = database.metrics
    await migrateMetrics(db, database.engine)
    await addSources(db)
    const [store, pack] = await fillAnHour(db)
    const hour = await timeToRead(db, 60_000, START, START + BLOCK_MS)
    const loads = await timeToAnswer(db)
    const raw = await bytesOf(db, RAW, COUNTER_SOURCES)
    const minutes = await bytesOf(db, BY_MINUTE, COUNTER_SOURCES)
    const latencies = await bytesOf(db, RAW, LATENCY_SOURCES)
    const today = await bytesOf(db, BY_HOUR, LATENCY_SOURCES)
    const days = await bytesOfADay(db)
    const together = minutes * HOURS + (raw + latencies) * 12 + days * DAYS + today
    await fillAMonth(db)
    const month = await timeToRead(db, 60_000, START, START + HOURS * BLOCK_MS, 'i-0')
    const perPoint = (bytes: number, points: number) => round(bytes / (INSTANCES * COUNTERS * points), 2)
    return [
      {
        title: 'Metrics of 1,000 instances, embedded database',
        note: `Each has ${COUNTERS} counters and the latencies of two disks, which increase by random amounts. The share of a core is that of storing and packing; it doesn't include the driver's work.`,
        columns: ['figure', 'measured', 'goal'],
        rows: [
          ['a round every ten seconds (ms of a core)', round(store / ROUNDS), ''],
          ['packing an hour (ms of a core)', round(pack), ''],
          ['share of one core (%)', round(((store + pack) / BLOCK_MS) * 100, 2), '≤ 1'],
          ['bytes for a point, every ten seconds', perPoint(raw, ROUNDS), ''],
          ['bytes for a point, every minute', perPoint(minutes, 60), ''],
          ['30 days at one minute (MiB)', round((minutes * HOURS) / MiB), ''],
          ['12 hours at ten seconds (MiB)', round((raw * 12) / MiB), ''],
          ['12 hours of latencies by the minute (MiB)', round((latencies * 12) / MiB), ''],
          ['30 days of latencies by the hour (MiB)', round((days * DAYS + today) / MiB), ''],
          ['together (MiB)', round(together / MiB), '< 3072'],
          ['reading 8 series of 30 days, 345,600 points (ms)', round(month), ''],
          ['reading 8,000 series of an hour, 480,000 points (ms)', round(hour), ''],
          ['answering the load of each instance in an hour (ms)', round(loads), ''],
          ['the same, as a multiple of reading all series', round(loads / hour, 2), ''],
        ],
      },
    ]
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores a day that is over, of the latencies of all disks. @returns its bytes. */
async function bytesOfADay(db: Kysely<MetricTables>): Promise<number> {
  await db.deleteFrom('metric_block').where('tier', '=', BY_HOUR).execute()
  for (const at of latencySources) {
    const disk = { source: at + 1, since: SINCE, totals: totalsOfLatencies() }
    await addHours(db, disk, { day: MIDNIGHT, hours: 24, precision: 'rounded' })
  }
  return bytesOf(db, BY_HOUR, LATENCY_SOURCES)
}

async function timeToRead(
  db: Kysely<MetricTables>,
  spacing: number,
  from: number,
  to: number,
  instance?: string,
): Promise<number> {
  const request = { matches: () => true, from, to, spacing, maxPoints: 1e9, countRows: () => {} }
  const fields: Fields = instance === undefined ? {} : { instance_id: instance }
  const times = await repeat(5, async () => {
    const started = performance.now()
    await counterReader(db).read(schemaNamed('virtual_machine:vcpu_usage')!, { ...request, fields })
    return performance.now() - started
  })
  return median(times)
}

/** Measures the query that lists of instances send, for all instances. @returns milliseconds. */
async function timeToAnswer(db: Kysely<MetricTables>): Promise<number> {
  const query =
    'get virtual_machine:vcpu_usage | filter timestamp >= @2026-01-01T12:00:00 && timestamp < @2026-01-01T13:00:00 ' +
    '&& state == "run" | align mean_within(5m) | group_by [instance_id], sum'
  const options = { reader: counterReader(db), now: new Date(START + BLOCK_MS), pause: eventLoopTurn }
  const times = await repeat(5, async () => {
    const started = performance.now()
    const tables = await runQuery(query, options)
    if (tables[0]?.timeseries.length !== INSTANCES) throw new Error('the answer lacks instances')
    await writeAnswer(tables)
    return performance.now() - started
  })
  return median(times)
}

/** Returns the bytes of the blocks of a tier in the file, with those of their rows and indexes. */
async function bytesOf(db: Kysely<MetricTables>, tier: Tier, sources: RawBuilder<unknown>): Promise<number> {
  const pages = async (where: ReturnType<typeof sql>) => {
    await sql`create table copy (tier integer, source_id integer, start integer, data blob, primary key (tier, source_id, start))`.execute(
      db,
    )
    await sql`create index copy_by_start on copy (tier, start)`.execute(db)
    const before = await pageCount(db)
    await sql`insert into copy select * from metric_block where ${where}`.execute(db)
    const after = await pageCount(db)
    await sql`drop table copy`.execute(db)
    await sql`vacuum`.execute(db)
    return (after - before) * 4096
  }
  await sql`vacuum`.execute(db)
  return pages(sql`tier = ${tier} and source_id in (${sources})`)
}

const pageCount = async (db: Kysely<MetricTables>): Promise<number> =>
  (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]!.page_count
