import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { MetricTables } from '../database/metric-tables.ts'
import { compact } from './compact.ts'
import { storeRound } from './rounds.ts'
import { counterReader } from './series-reader.ts'
import { BLOCK_MS, RAW } from './tiers.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const ROUNDS = 20
/** Enough for several rows of readings in a round, which are packed one after another. */
const SOURCES = 70
const always = async () => true

let database: TestDatabase
let db: Kysely<MetricTables>
beforeEach(async () => {
  database = await freshDatabase()
  db = database.metrics
  await db
    .insertInto('metric_source')
    .values(Array.from({ length: SOURCES }, (_, at) => sourceRow(at)))
    .execute()
  const ids = (await db.selectFrom('metric_source').select('id').orderBy('id').execute()).map(({ id }) => id)
  for (let round = 0; round < ROUNDS; round++) {
    const values = Array.from({ length: 5 }, (_, counter) => round * 1_000 + counter)
    const readings = ids.map((sourceId) => ({ sourceId, since: START, values }))
    await storeRound(db, START + round * 10_000, readings)
  }
})
afterEach(() => database.close())

const sourceRow = (at: number) => ({
  target: 'instance_network_interface',
  fields: JSON.stringify({ instance_id: `i-${at}` }),
  silo_id: 's',
  project_id: 'p',
  instance_id: `i-${at}`,
  resource_id: `r-${at}`,
  time_created: START,
})

/** Every point of one counter of all sources, from rounds and blocks. */
async function points() {
  const everything = { fields: {}, matches: () => true, spacing: 0, maxPoints: 1e9, countRows: () => {} }
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const schema = schemaNamed('instance_network_interface:bytes_sent')!
  const series = await counterReader(db).read(schema, { ...everything, ...range })
  return series.map((one) => [
    one.fields.instance_id,
    [...one.points.timestamps],
    [...one.points.columns[0]!],
  ])
}

const blocks = async () =>
  (await db.selectFrom('metric_block').select('source_id').where('tier', '=', RAW).execute()).length

/** A database that is lost before its nth statement, as when the server is killed or PostgreSQL restarts. */
function lostAt(statement: number): Kysely<MetricTables> {
  let sent = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (++sent >= statement) throw new Error('the connection is lost')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

test('packing that is interrupted at any statement loses and doubles nothing, and is completed later', async () => {
  const before = await points()
  expect(before).toHaveLength(SOURCES)
  const packed: number[] = []
  for (let statement = 1; ; statement++) {
    const outcome = await compact(lostAt(statement), START + BLOCK_MS, always).then(
      () => 'done',
      (error: Error) => error.message,
    )
    expect(await points()).toEqual(before)
    packed.push(await blocks())
    if (outcome === 'done') break
    expect(outcome).toBe('the connection is lost')
  }
  expect(packed.at(-1)).toBe(SOURCES)
  expect(await db.selectFrom('metric_round').selectAll().execute()).toEqual([])
  // Some attempts end between the rows of a round.
  expect(packed.some((count) => count > 0 && count < SOURCES)).toBe(true)
})

test('two servers that pack at the same time store each reading once', async () => {
  const before = await points()
  await Promise.allSettled([1, 2, 3].map(() => compact(db, START + BLOCK_MS, always)))
  await compact(db, START + BLOCK_MS, always)
  expect(await points()).toEqual(before)
  expect(await blocks()).toBe(SOURCES)
})

test('packing on a full disk changes nothing, and goes on when there is space', async ({ skip }) => {
  skip(database.engine === 'postgres', 'the disk of a PostgreSQL server belongs to other tests too')
  const before = await points()
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]!.page_count)}`.execute(db)
  await expect(compact(db, START + BLOCK_MS, always)).rejects.toThrow('database or disk is full')
  expect(await points()).toEqual(before)
  await sql`pragma max_page_count = 1000000`.execute(db)
  await compact(db, START + BLOCK_MS, always)
  expect(await points()).toEqual(before)
  expect(await blocks()).toBe(SOURCES)
})
