import { LATENCY_CLASSES } from '@granary/compute/latencies.ts'
import { runQuery } from '@granary/domain/timeseries/query.ts'
import type { Distribution } from '@granary/domain/timeseries/distribution.ts'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { MetricTables } from '../database/metric-tables.ts'
import { compact } from './compact.ts'
import { deleteLater } from './delete-later.ts'
import { pruneMetrics } from './prune.ts'
import { storeRound } from './rounds.ts'
import { counterReader } from './series-reader.ts'
import { LATENCY_SERIES } from './sources.ts'
import { BY_HOUR, RAW } from './tiers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-01-01T00:00:00Z')
const RETENTION = { raw: 12 * HOUR, minutes: 30 * DAY }
const DISK = crypto.randomUUID()
const always = async () => true

let database: TestDatabase
let db: Kysely<MetricTables>
let source = 0
beforeEach(async () => {
  database = await freshDatabase()
  db = database.metrics
  const row = {
    target: 'disk_latency',
    fields: JSON.stringify({ disk_id: DISK }),
    silo_id: 's',
    project_id: 'p',
    instance_id: 'i',
    resource_id: DISK,
    time_created: START,
  }
  source = (await db.insertInto('metric_source').values(row).returning('id').executeTakeFirstOrThrow()).id
})
afterEach(() => database.close())

/** The reads of each class in a minute: more in the afternoon, and slower ones each third hour. */
function readsIn(minute: number): number[] {
  const hour = Math.floor(minute / 60)
  const slow = hour % 3 === 0 ? 700 : 0
  return LATENCY_CLASSES.map((_, at) =>
    at === 2 ? 1_000 + (minute % 7) : at === 6 ? slow + (minute % 3) : 0,
  )
}

/** Totals of reads since a minute. */
function totals(since: number, until: number): number[] {
  const reads = LATENCY_CLASSES.map(() => 0)
  for (let minute = since; minute < until; minute++)
    readsIn(minute).forEach((count, at) => (reads[at]! += count))
  const columns = [...reads, reads[2]! * 300_000 + reads[6]! * 3_000_000]
  return LATENCY_SERIES.flatMap((_, kind) => (kind === 0 ? columns : columns.map(() => 0)))
}

/** Few readings keep the tests short. */
const STEP = 10
/** The minute of the last reading of an hour. */
const LAST = 60 - STEP

/** Reads the disk every ten minutes, while its machine runs since some minute. */
async function readMinutes(from: number, to: number, since: number): Promise<void> {
  for (let minute = from; minute < to; minute += STEP) {
    if (minute % 60 === 0) await compact(db, START + minute * MINUTE, always)
    const values = totals(since, minute)
    await storeRound(db, START + minute * MINUTE, [
      { sourceId: source, since: START + since * MINUTE, values },
    ])
  }
}

async function pack(at: number): Promise<void> {
  await compact(db, at, always)
  await pruneMetrics({ db, engine: database.engine, inUse: new Set() }, at, RETENTION, always)
}

type Point = { start: number; end: number; value: Distribution }

async function points(now: number, filter = ''): Promise<Point[]> {
  const query = `get virtual_disk:io_latency | filter disk_id == "${DISK}" && io_kind == "read"${filter}`
  const options = { reader: counterReader(db), now: new Date(now), pause: async () => {} }
  const [table] = await runQuery(query, options)
  return table!.timeseries.flatMap(({ points: { startTimes, timestamps, values } }) =>
    timestamps.map((end, at) => ({
      start: (Date.parse(startTimes![at]!) - START) / MINUTE,
      end: (Date.parse(end) - START) / MINUTE,
      value: (values[0]!.values.values as Distribution[])[at]!,
    })),
  )
}

const countsBetween = (from: number, to: number) => {
  const [before, after] = [totals(0, from), totals(0, to)]
  return LATENCY_CLASSES.map((_, at) => after[at]! - before[at]!)
}

test('latencies of older days are distributions by the hour that lose no operation', async () => {
  await readMinutes(0, 40 * 60 + 1, 0)
  const now = START + 40 * HOUR
  await pack(now)
  const all = await points(now)
  const old = all.filter(({ end }) => end < 27 * 60)
  expect(old.map(({ end }) => end)).toEqual(Array.from({ length: 27 }, (_, hour) => hour * 60 + LAST))
  expect(all.slice(27).map(({ end }) => end)).toEqual(
    Array.from({ length: 79 }, (_, at) => 27 * 60 + at * STEP),
  )
  for (const { start, end, value } of all) {
    const exact = countsBetween(start, end)
    // Finished days round totals to 1/1024 of the mean increase in an hour, which is about 60,000.
    value.counts.forEach((count, at) => expect(Math.abs(count - exact[at]!)).toBeLessThanOrEqual(118))
  }
  const reads = all.reduce((sum, { value }) => sum + value.counts[2]!, 0)
  expect(reads).toBe(countsBetween(0, 40 * 60)[2])
  // Over a third of the reads of each third hour are slow, and none of the hour before.
  const p90 = (hour: number) => old[hour]!.value.p90!
  expect(p90(3)).toBeGreaterThan(2_000_000)
  expect(p90(5)).toBeLessThan(500_000)
})

test('a day that is not over keeps its hours exactly', async () => {
  await readMinutes(0, 20 * 60 + 1, 0)
  const now = START + 20 * HOUR
  await pack(now)
  const old = (await points(now)).filter(({ end }) => end < 7 * 60)
  expect(old).toHaveLength(7)
  for (const { start, end, value } of old) expect(value.counts).toEqual(countsBetween(start, end))
})

test('a machine that starts again counts from zero, and a night without readings stays a gap', async () => {
  await readMinutes(0, 90, 0)
  await readMinutes(100, 150, 95)
  await readMinutes(9 * 60 + 10, 24 * 60 + 1, 9 * 60)
  const now = START + 24 * HOUR
  await pack(now)
  const old = (await points(now)).filter(({ end }) => end < 11 * 60)
  expect(old.map(({ start, end }) => [start, end])).toEqual([
    [0, 50],
    [50, 80],
    [95, 110],
    [110, 140],
    [9 * 60, 9 * 60 + LAST],
    [9 * 60 + LAST, 10 * 60 + LAST],
  ])
  for (const { start, end, value } of old) {
    const exact = countsBetween(start, end)
    value.counts.forEach((count, at) => expect(Math.abs(count - exact[at]!)).toBeLessThanOrEqual(118))
  }
})

test('a query of a part of a day reads its hours', async () => {
  await readMinutes(0, 40 * 60 + 1, 0)
  const now = START + 40 * HOUR
  await pack(now)
  const range = ' && timestamp >= @2026-01-01T15:00:00 && timestamp < @2026-01-02T02:00:00'
  expect((await points(now, range)).map(({ end }) => end)).toEqual(
    Array.from({ length: 11 }, (_, at) => (15 + at) * 60 + LAST),
  )
})

test('hours are one block a day, and are deleted with the minutes of other series', async () => {
  await readMinutes(0, 50 * 60 + 1, 0)
  await pack(START + 50 * HOUR)
  const starts = async (tier: typeof RAW | typeof BY_HOUR) =>
    (
      await db.selectFrom('metric_block').select('start').where('tier', '=', tier).orderBy('start').execute()
    ).map(({ start }) => (start - START) / MINUTE)
  expect(await starts(BY_HOUR)).toEqual([LAST, 24 * 60 + LAST, 48 * 60 + LAST])
  expect((await starts(RAW))[0]).toBe(37 * 60)
  await pack(START + 32 * DAY)
  expect(await starts(BY_HOUR)).toEqual([24 * 60 + LAST, 48 * 60 + LAST])
  await pack(START + 40 * DAY)
  expect(await starts(BY_HOUR)).toEqual([])
  expect(await db.selectFrom('metric_source').select('id').execute()).toEqual([])
})

test('hours that are later than a clock that went back are deleted', async () => {
  await readMinutes(0, 30 * 60 + 1, 0)
  await pack(START + 30 * HOUR)
  const back = START + 20 * HOUR + 30 * MINUTE
  await deleteLater(db, back)
  await readMinutes(20 * 60 + 40, 40 * 60 + 1, 0)
  const now = START + 40 * HOUR
  await pack(now)
  const hours = (await points(now)).filter(({ end }) => end < 27 * 60)
  expect(hours.map(({ end }) => end)).toEqual(Array.from({ length: 27 }, (_, hour) => hour * 60 + LAST))
})
