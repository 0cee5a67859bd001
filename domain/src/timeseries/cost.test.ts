import { expect, test } from 'vitest'
import { MAX_ROWS } from './limits.ts'
import { runQuery } from './query.ts'
import type { SeriesReader } from './reader.ts'
import { ask, MemoryReader, NOW, stored } from './testing.ts'

const disk = (at: number) => ({ disk_id: `40000000-0000-0000-0000-${String(at).padStart(12, '0')}` })

test('a filter of many comparisons lets other work run in between, however short the series are', async () => {
  const points = Array.from({ length: 100 }, (_, at) => ({ ago: 100 - at, startAgo: 200, value: at }))
  const reader = new MemoryReader({
    'virtual_disk:reads': Array.from({ length: 100 }, (_, at) => stored(disk(at), points)),
  })
  let pauses = 0
  const pause = () => {
    pauses++
    return Promise.resolve()
  }
  const comparisons = Array.from({ length: 100 }, (_, at) => `datum != ${at + 1_000}`)
  const query = `get virtual_disk:reads | filter timestamp > @now() - 1h && ${comparisons.join(' && ')}`
  const [table] = await runQuery(query, { reader, now: NOW, pause })
  expect(table!.timeseries).toHaveLength(100)
  // A million comparisons, and 20,000 to a turn.
  expect(pauses).toBeGreaterThanOrEqual(50)
})

test('a query that looks for what no series has is refused when it has looked through too much', async () => {
  let reads = 0
  const reader: SeriesReader = {
    read: (_schema, { countRows }) => {
      reads++
      countRows(MAX_ROWS / 2)
      return Promise.resolve([])
    },
  }
  const get = 'get virtual_disk:reads | filter block_size == 7'
  expect(await ask(`{${get}; ${get}} | align mean_within(1m) | join`, reader)).toMatchObject([
    { timeseries: [] },
  ])
  reads = 0
  await expect(
    ask(`{${get}; ${get}; ${get}; ${get}} | align mean_within(1m) | join`, reader),
  ).rejects.toThrow('the query looks through too much data; filter for less time or fewer series')
  expect(reads).toBe(3)
})
