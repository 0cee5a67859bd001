import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import type { MetricTables } from '../database/metric-tables.ts'
import { openBlock } from './block.ts'
import { compact } from './compact.ts'
import { deleteLater } from './delete-later.ts'
import { storeRound } from './rounds.ts'
import { counterReader } from './series-reader.ts'
import { BLOCK_MS, RAW } from './tiers.ts'

// A server of format 1 packed this run, once exactly and once rounded.
const START = Date.parse('2026-01-01T00:00:00Z')
const EXACT =
  'AQAUAAUBm3balHgAFABVAC8ABQBvAGIApzbttVAAfOIAhqhzRON6EM0nAACuRhx3Xfe/HLL5WckYrQ/yBt+vGqzI2yJfMja3LrFOOKGo28a88DJ2+mpkH8cL0N5JhS32XI4mdkH05brB0BJeuzfMioK+i7OMlbYmCN6CvsA2KlBAD6X70B/9vzxdwJxA2sEZQVfBlkHUwgmhFHCSCEzsKGoVLwsUhcjDAdDEXDIRAIAA6AAAANf/HLxbpjJUdpKvaU3Mj3AT8olQU9Gc3nE3USl8PubeqgXV6NworxeNNgXJk84ALhzCgpyMs18ezGam8MF2WsqZizlB/uZA1F5sKCJrSB/qx9zJZ2a3fv+6EGWT1iYtTPpwnN0LVbhf9B3VFncgAAsCUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/+/////9f/9/////5AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const ROUNDED =
  'AQAUAAUBm3balHgAFAAgAB0ABAAjAGIApzbttVAAfOIAhqhzRON6EM0nABReRhx5cciJFyEbMja443vLKGQdES3iNNz/OCwMYH6/RwC/4Ef2+LicbkcqmY6oKiiSJooaqLEuTAWJsgCDALgAHWP/HLy+0kpAp+cIgXT4vZQYUXv4YZkMegdV5sIQtW5/QUAACwJQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//7/////1//3/////kAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='
const TIMES = [
  0, 10_000, 20_005, 30_008, 40_008, 50_001, 60_004, 70_003, 80_002, 90_006, 100_000, 110_005, 120_005,
  130_007, 140_005, 150_004, 160_007, 170_008, 180_006, 190_008,
].map((time) => START + time)
const NOISY = [
  5000297102319, 5000723153146, 5001622650836, 5002275649562, 5003177183848, 5004138716957, 5004303429889,
  5005161417228, 5006068261793, 5006362287942, 5007298531538, 5007713176116, 5008021632847, 5008536525752,
  5008931955508, 5009721740039, 5010410881433, 5010955154234, 5011547561551, 5011641191463,
]
const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

let database: TestDatabase
let db: Kysely<MetricTables>
let sourceId: number
beforeEach(async () => {
  database = await freshDatabase()
  db = database.metrics
  const source = { target: 'instance_network_interface', fields: '{}', silo_id: 's', project_id: 'p' }
  const ids = { instance_id: 'i', resource_id: 'r', time_created: START }
  const row = { ...source, ...ids }
  const { id } = await db.insertInto('metric_source').values(row).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('metric_block')
    .values({ tier: RAW, source_id: id, start: START, data: bytesOf(EXACT) })
    .execute()
  sourceId = id
})
afterEach(() => database.close())

/** The points of all columns. */
async function columns() {
  const { data } = await db
    .selectFrom('metric_block')
    .select('data')
    .orderBy('start')
    .executeTakeFirstOrThrow()
  const { column, width } = await openBlock(data)
  return Array.from({ length: width }, (_, at) => [...column(at)])
}

async function points() {
  const everything = { fields: {}, matches: () => true, spacing: 0, maxPoints: 1e9, countRows: () => {} }
  const schema = schemaNamed('instance_network_interface:bytes_sent')!
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const [series] = await counterReader(db).read(schema, { ...everything, ...range })
  return [[...series!.points.timestamps], [...series!.points.columns[0]!], series!.points.startTimes?.[0]]
}

test('a query reads the blocks of an earlier server, and those of this one after them', async () => {
  expect(await points()).toEqual([TIMES, NOISY, START - 5000])
  expect((await columns()).slice(1)).toEqual([
    TIMES.map((_, at) => 7 + (at * 1000 * (at + 1) * (2 * at + 1)) / 6),
    TIMES.map((_, at) => at * 4096),
    expect.arrayContaining([8999390515376530, 8989714440282312]),
    TIMES.map((_, at) => (at === 9 ? 2 ** 40 : 3)),
  ])
  const later = START + 300_000
  await storeRound(db, later, [{ sourceId, since: START - 5000, values: [5011641191500, 8, 9, 10, 11] }])
  await compact(db, START + BLOCK_MS, async () => true)
  expect(await points()).toEqual([[...TIMES, later], [...NOISY, 5011641191500], START - 5000])
})

test('the rounded totals of an earlier server are off by at most 1/1024 of the mean increase', async () => {
  const { column, times } = await openBlock(bytesOf(ROUNDED))
  expect([...times]).toEqual(TIMES)
  const increase = (NOISY.at(-1)! - NOISY[0]!) / (NOISY.length - 1)
  const errors = Array.from(column(0), (value, at) => Math.abs(value - NOISY[at]!))
  expect(Math.max(...errors)).toBeLessThanOrEqual(increase / 1024)
})

test('a block of an earlier server is cut when the clock goes back', async () => {
  await deleteLater(db, TIMES[9]!)
  expect(await points()).toEqual([TIMES.slice(0, 10), NOISY.slice(0, 10), START - 5000])
})
