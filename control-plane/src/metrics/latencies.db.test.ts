import { manualClock } from '@granary/compute/clock.ts'
import { IO_KINDS, LATENCY_CLASSES } from '@granary/compute/latencies.ts'
import type { MachineReading } from '@granary/compute/machine.ts'
import { runQuery } from '@granary/domain/timeseries/query.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import { LATENCY_BINS } from '@granary/domain/timeseries/schemas/virtual-disk.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import type { ExportedRound } from '../kit/base/exported-round.ts'
import { counterReader } from './series-reader.ts'
import { BY_HOUR, BY_MINUTE, RAW } from './tiers.ts'
import { createCollector } from './collector.ts'

const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
const START = clock.now().getTime()
const MINUTES = 70
const exported: ExportedRound[] = []
let world: World
let disk = ''
let machines = (): MachineReading[] => []

/** A machine whose disk has done a read a second since the start, each in 3 ms, and nothing else. */
function reading(id: string, sledId: string): MachineReading {
  const reads = (clock.now().getTime() - START) / 1000
  const latencies = (count: number) => ({
    counts: LATENCY_CLASSES.map((from) => (from === 2_000_000 ? count : 0)),
    sum: count * 3_000_000,
  })
  const counted = { read: latencies(reads), write: latencies(0), flush: latencies(0) }
  const counters = { reads, bytesRead: 0, writes: 0, bytesWritten: 0, flushes: 0, latencies: counted }
  const times = { since: new Date(START), at: clock.now() }
  return { id, sledId, ...times, vcpus: [], disks: [{ id: disk, ...counters }], nics: [] }
}

/** Reads the machine for some minutes, unless told otherwise as a server that has just started. */
async function collect(minutes: number, collector = createCollector(world.services)): Promise<void> {
  for (let round = 0; round < minutes * 6; round++) {
    await clock.advance(10_000)
    await collector.round()
  }
  await collector.leave()
}

beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  const { services } = world
  services.settings.metricsInterval = 10_000
  services.exportRound = (round) => exported.push(round)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const named = { name: 'web', description: '' }
  const shape = { hostname: 'web', ncpus: 1, memory: 1024 ** 3, start: false }
  const instance = await world.ask('POST', '/v1/instances?project=shop', {
    ...named,
    ...shape,
    network_interfaces: { type: 'none' },
  })
  const backend = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const size = 1024 ** 3
  const made = await world.ask('POST', '/v1/disks?project=shop', { ...named, size, disk_backend: backend })
  disk = made.body.id as string
  const sled = (await services.compute.inventory())[0]!.id
  services.compute.allCounters = async () => machines()
  machines = () => [reading(instance.body.id as string, sled)]
  await collect(MINUTES)
})
afterAll(() => world.close())

test('the classes of drivers are the bins of the published series', () => {
  expect(LATENCY_BINS).toEqual(LATENCY_CLASSES)
})

test('latencies are read once a minute, also those that are packed', async () => {
  const query = `get virtual_disk:io_latency | filter disk_id == "${disk}" && io_kind == "read"`
  const reader = counterReader(world.services.metrics)
  const [table] = await runQuery(query, { reader, now: clock.now(), pause: async () => {} })
  const [series, ...others] = table!.timeseries
  expect(others).toEqual([])
  expect(series!.fields).toMatchObject({
    disk_id: { value: disk },
    io_kind: { type: 'string', value: 'read' },
  })
  const { timestamps, values } = series!.points
  expect(timestamps).toHaveLength(MINUTES + 1)
  expect(values[0]!.values.values.slice(2)).toEqual(
    Array.from({ length: MINUTES - 1 }, (): unknown =>
      expect.objectContaining({ sumOfSamples: 60 * 3_000_000, counts: [0, 0, 0, 0, 0, 0, 60, 0, 0, 0] }),
    ),
  )
  const coarse = { fields: {}, matches: () => true, spacing: 3_600_000, maxPoints: 1e9, countRows: () => {} }
  const all = await reader.read(schemaNamed('virtual_disk:io_latency')!, {
    ...coarse,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
  })
  expect(all.map(({ fields }) => fields.io_kind)).toEqual([...IO_KINDS])
  expect(all[0]!.points.timestamps).toHaveLength(MINUTES + 1)
})

test('latencies are kept with all readings and by the hour, and not by the minute', async () => {
  const rows = await world.services.metrics
    .selectFrom('metric_block')
    .innerJoin('metric_source', 'metric_source.id', 'metric_block.source_id')
    .select(['tier', 'target'])
    .orderBy('tier')
    .where('target', 'in', ['virtual_disk', 'disk_latency'])
    .execute()
  const tiersOf = (wanted: string) => rows.filter(({ target }) => target === wanted).map(({ tier }) => tier)
  expect(tiersOf('virtual_disk')).toEqual([RAW, BY_MINUTE])
  expect(tiersOf('disk_latency')).toEqual([RAW, BY_HOUR])
})

test('other stores get latencies as a histogram of Prometheus', () => {
  const rounds = exported.map((round) => ({ ...round, samples: [...round.samples()] }))
  for (const { size, samples } of rounds) expect(samples).toHaveLength(size)
  const reads = rounds.at(-1)!.samples.filter(({ labels }) => labels.io_kind === 'read')
  const valueOf = (name: string, le?: string) =>
    reads.find((sample) => sample.name === `virtual_disk_io_latency_${name}` && sample.labels.le === le)
      ?.value
  const before = rounds.at(-2)!.samples.some(({ name }) => name.startsWith('virtual_disk_io_latency'))
  expect(before).toBe(false)
  expect([valueOf('count'), valueOf('sum')]).toEqual([MINUTES * 60, MINUTES * 60 * 3_000_000])
  expect([valueOf('bucket', '2000000'), valueOf('bucket', '5000000'), valueOf('bucket', '+Inf')]).toEqual([
    0,
    MINUTES * 60,
    MINUTES * 60,
  ])
})

/** Counts the latest points, which have been read since the last deletion. */
async function countPoints(): Promise<number[]> {
  const query = `get virtual_disk:io_latency | filter disk_id == "${disk}" && io_kind == "read"`
  const reader = counterReader(world.services.metrics)
  const [table] = await runQuery(query, { reader, now: clock.now(), pause: async () => {} })
  return table!.timeseries.map(({ points }) => points.timestamps.length)
}
/** Longer than anything is kept. */
const ABSENCE = 32 * 24 * 3_600_000

test('latencies go on after a month without a server, when all earlier ones are deleted', async () => {
  await clock.advance(ABSENCE)
  await collect(5)
  expect(await countPoints()).toEqual([6])
})

test('latencies go on when a server collects again after another one has deleted their source', async () => {
  const [one, other] = [createCollector(world.services), createCollector(world.services)]
  await collect(2, one)
  const running = machines
  machines = () => []
  await collect(2, other)
  await clock.advance(ABSENCE)
  await collect(2, other)
  expect(await countPoints()).toEqual([])
  machines = running
  await collect(5, one)
  expect(await countPoints()).toEqual([5])
})
