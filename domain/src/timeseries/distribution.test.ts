import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf } from './distribution.ts'
import { LATENCY_BINS } from './schemas/virtual-disk.ts'
import { ask, MemoryReader, NOW } from './testing.ts'

const BINS = [0, 10, 20, 40]

test('percentiles lie within their bin, and the last bin counts as its edge', () => {
  expect(distributionOf(BINS, [0, 10, 0, 0], 150)).toMatchObject({ p50: 15, p90: 19, p99: 19.9 })
  expect(distributionOf(BINS, [5, 0, 0, 5], 300)).toMatchObject({ p50: 10, p90: 40, p99: 40 })
  expect(distributionOf(BINS, [0, 0, 0, 0], 0)).toMatchObject({
    p50: null,
    p90: null,
    p99: null,
    squaredMean: 0,
  })
})

test('percentiles are in the bin of the sample with that rank, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(39), { minLength: 1, maxLength: 50 }), (samples) => {
      const counts = BINS.map(
        (from, at) =>
          samples.filter((sample) => sample >= from && sample < (BINS[at + 1] ?? Infinity)).length,
      )
      const { p50, p90, p99 } = distributionOf(BINS, counts, 0)
      const sorted = samples.toSorted((a, b) => a - b)
      for (const [share, found] of [
        [0.5, p50],
        [0.9, p90],
        [0.99, p99],
      ] as const) {
        const sample = sorted[Math.ceil(share * sorted.length) - 1]!
        const at = BINS.findLastIndex((from) => from <= sample)
        expect(found).toBeGreaterThanOrEqual(BINS[at]!)
        expect(found).toBeLessThanOrEqual(BINS[at + 1] ?? BINS[at]!)
      }
      expect(p50! <= p90! && p90! <= p99!).toBe(true)
    }),
  )
})

const time = (ago: number) => NOW.getTime() - ago * 1000
const disk = '00000000-0000-0000-0000-000000000001'

/** A store with a disk that has read 4 times, and then 10 times, since its start. */
const reader = new MemoryReader({
  'virtual_disk:io_latency': [
    {
      fields: { disk_id: disk, io_kind: 'read' },
      points: {
        startTimes: Float64Array.of(time(200), time(200)),
        timestamps: Float64Array.of(time(120), time(60)),
        columns: [
          ...LATENCY_BINS.map((_, at) => (at === 2 ? Float64Array.of(4, 10) : Float64Array.of(0, 0))),
          Float64Array.of(600_000, 1_500_000),
        ],
      },
    },
  ],
})

test('a query returns the distribution of each interval', async () => {
  const [table] = await ask(`get virtual_disk:io_latency | filter disk_id == "${disk}"`, reader)
  const { points } = table!.timeseries[0]!
  const [values] = points.values
  expect(values).toMatchObject({ metricType: 'delta', values: { type: 'integer_distribution' } })
  expect(values!.values.values).toMatchObject([
    { sumOfSamples: 600_000, p50: 150_000 },
    { sumOfSamples: 900_000, counts: [0, 0, 6, 0, 0, 0, 0, 0, 0, 0] },
  ])
  expect(points.startTimes).toEqual([time(200), time(120)].map((at) => new Date(at).toISOString()))
})

test('filters of fields and times, first and last work on distributions', async () => {
  const query = `get virtual_disk:io_latency | filter disk_id == "${disk}" && io_kind == "read" | last 1`
  const [table] = await ask(query, reader)
  expect(table!.timeseries[0]!.points.values[0]!.values.values).toHaveLength(1)
  const [none] = await ask(
    `get virtual_disk:io_latency | filter disk_id == "${disk}" && io_kind == "write"`,
    reader,
  )
  expect(none!.timeseries).toEqual([])
})
