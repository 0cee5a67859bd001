import { manualClock } from '@granary/compute/clock.ts'
import type { MachineReading } from '@granary/compute/machine.ts'
import { runQuery } from '@granary/domain/timeseries/query.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import type { ExportedRound } from '../kit/base/exported-round.ts'
import { counterReader } from './series-reader.ts'
import { createCollector } from './collector.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
let world: World
let machines: MachineReading[] = []
let instances: string[] = []

beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  world.services.settings.metricsInterval = 10_000
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  for (const name of ['one', 'two']) {
    const body = { name, description: '', hostname: name, ncpus: 1, memory: 1024 ** 3, start: false }
    const none = { network_interfaces: { type: 'none' } }
    const answer = await world.ask('POST', '/v1/instances?project=shop', { ...body, ...none })
    instances.push(answer.body.id as string)
  }
  world.services.compute.allCounters = async () => machines
})
afterAll(() => world.close())

beforeEach(async () => {
  const { metrics } = world.services
  for (const table of [
    'metric_block',
    'metric_reading',
    'metric_round',
    'metric_source',
    'metric_lease',
  ] as const)
    await metrics.deleteFrom(table).execute()
  await clock.advance(DAY - (clock.now().getTime() % DAY))
})

/** The reading of a machine with one processor and one interface, whose counters are functions of its uptime. */
function machine(id: string, since: number, ncpus = 1): MachineReading {
  const now = clock.now().getTime()
  const up = now - since
  const run = Math.floor(up * 123_456 + (up % 7_000) * 1_000)
  return {
    id,
    sledId: sled,
    since: new Date(since),
    at: new Date(now),
    vcpus: Array.from({ length: ncpus }, () => ({
      run,
      idle: up * 1e6 - run,
      waiting: up,
      emulation: 3 * up,
    })),
    disks: [],
    nics: [
      {
        id: nic,
        bytesSent: up * 11,
        packetsSent: up,
        bytesReceived: 0,
        packetsReceived: 0,
        packetsDropped: 0,
      },
    ],
  }
}
const nic = crypto.randomUUID()
let sled = ''
beforeAll(async () => {
  sled = (await world.services.compute.inventory())[0]!.id
})

const reader = () => counterReader(world.services.metrics)
const everything = { fields: {}, matches: () => true, spacing: 0, maxPoints: 1e9, countRows: () => {} }
const read = (name: string, change: object = {}) =>
  reader().read(schemaNamed(name)!, { ...everything, from: 0, to: Number.MAX_SAFE_INTEGER, ...change })

/** Runs rounds every ten seconds, each with the machines of that time. @returns the times. */
async function collect(
  rounds: number,
  at: () => MachineReading[],
  collector = createCollector(world.services),
) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await clock.advance(10_000)
    machines = at()
    times.push(clock.now().getTime())
    await collector.round()
  }
  await collector.leave()
  return times
}

test('keeps every reading once, over hours and restarts', async () => {
  const since = clock.now().getTime()
  const up = () => [machine(instances[0]!, since)]
  const times: number[] = []
  // Each is a server that starts again; the first ends within an hour, the second packs it.
  for (const rounds of [100, 400, 300]) times.push(...(await collect(rounds, up)))
  const [sent, ...others] = await read('instance_network_interface:bytes_sent')
  expect(others).toEqual([])
  expect([...sent!.points.timestamps]).toEqual(times)
  expect([...sent!.points.columns[0]!]).toEqual(times.map((time) => (time - since) * 11))
  expect(new Set(sent!.points.startTimes)).toEqual(new Set([since]))
  const usage = await read('virtual_machine:vcpu_usage', { fields: { instance_id: instances[0]! } })
  expect(new Set(usage.map(({ fields }) => fields.state))).toEqual(
    new Set(['emulation', 'idle', 'run', 'waiting']),
  )
  expect(usage.length).toBe(4)
  expect(usage[0]!.fields).toMatchObject({ instance_id: instances[0], sled_id: sled, vcpu_id: 0 })
  for (const { points } of usage) expect([...points.timestamps]).toEqual(times)
})

test('one reading a minute has the same increase as all of them, before and after packing', async () => {
  const since = clock.now().getTime()
  await collect(3 * 60, () => [machine(instances[0]!, since)])
  const isRun = { spacing: 60_000, matches: (fields: { state?: unknown }) => fields.state === 'run' }
  const open = (await read('virtual_machine:vcpu_usage', isRun))[0]!.points
  await collect(4 * 60, () => [machine(instances[0]!, since)])
  const packed = (await read('virtual_machine:vcpu_usage', isRun))[0]!.points
  const all = (await read('virtual_machine:vcpu_usage', { ...isRun, spacing: 0 }))[0]!.points
  expect(open.timestamps.length).toBe(31)
  // The last reading of a round may be within a minute that goes on.
  expect(packed.timestamps.slice(0, 30)).toEqual(open.timestamps.slice(0, 30))
  const increase = 60_000 * 123_456
  packed.timestamps.forEach((time, at) => {
    const exact = all.columns[0]![all.timestamps.indexOf(time)]!
    expect(Math.abs(packed.columns[0]![at]! - exact)).toBeLessThanOrEqual(increase / 1000)
  })
})

test('counters that start again begin a new period, and a pause has no points', async () => {
  const first = clock.now().getTime()
  const before = await collect(6, () => [machine(instances[0]!, first)])
  await collect(6, () => [])
  const second = clock.now().getTime()
  const after = await collect(6, () => [machine(instances[0]!, second)])
  await collect(360, () => [])
  const { points } = (await read('instance_network_interface:bytes_sent'))[0]!
  expect([...points.timestamps]).toEqual([...before, ...after])
  expect([...points.startTimes!]).toEqual([...before.map(() => first), ...after.map(() => second)])
  expect(points.columns[0]![6]).toBe(11 * 10_000)
})

test('a counter that stops within a packed hour does not seem to start again in the next', async () => {
  const since = clock.now().getTime()
  // The last total is rounded up to a multiple of 1,024.
  const sent = () => 5_000_000_800 + 17.5 * Math.min(clock.now().getTime() - since, 50 * 60_000)
  await collect(740, () => {
    const reading = machine(instances[0]!, since)
    return [{ ...reading, nics: reading.nics.map((one) => ({ ...one, bytesSent: Math.floor(sent()) })) }]
  })
  const [table] = await runQuery(
    'get instance_network_interface:bytes_sent | filter timestamp > @now() - 2h | align mean_within(2m)',
    { reader: reader(), now: clock.now(), pause: () => Promise.resolve() },
  )
  const means = table!.timeseries[0]!.points.values[0]!.values.values
  expect(means.length).toBe(60)
  expect(new Set<unknown>(means.slice(-34))).toEqual(new Set([0]))
})

test('finds series by their fields, and the points of a time range', async () => {
  const since = clock.now().getTime()
  const times = await collect(500, () => instances.map((id) => machine(id, since)))
  const [from, to] = [times[100]!, times[450]!]
  const [series, ...others] = await read('virtual_machine:vcpu_usage', {
    fields: { instance_id: instances[1]!, state: 'idle' },
    matches: (fields: { state?: unknown }) => fields.state === 'idle',
    from,
    to,
  })
  expect(others).toEqual([])
  expect(series!.fields).toMatchObject({ instance_id: instances[1], state: 'idle' })
  expect([...series!.points.timestamps]).toEqual(times.slice(100, 451))
  expect(await read('virtual_machine:vcpu_usage', { fields: { project_id: crypto.randomUUID() } })).toEqual(
    [],
  )
  expect(await read('virtual_disk:io_latency')).toEqual([])
})

test('reads any number of blocks, but stops when there are more points than allowed', async () => {
  // Counters that start again begin another block.
  const times = await collect(100, () => instances.map((id) => machine(id, clock.now().getTime() - 1)))
  await clock.advance(HOUR)
  await collect(1, () => [])
  const isRun = { matches: (fields: { state?: unknown }) => fields.state === 'run' }
  const all = await read('virtual_machine:vcpu_usage', isRun)
  expect(all.map(({ points }) => [...points.timestamps])).toEqual([times, times])
  const some = await read('virtual_machine:vcpu_usage', { ...isRun, maxPoints: 10 })
  expect(some.map(({ points }) => points.timestamps.length)).toEqual([11])
})

test('reads nothing for a metric that no driver measures, and counts what it looks through in vain', async () => {
  const since = clock.now().getTime()
  await collect(10, () => instances.map((id) => machine(id, since)))
  const counted = async (name: string) => {
    let all = 0
    const countRows = (rows: number) => (all += rows)
    expect(await read(name, { matches: () => false, countRows })).toEqual([])
    return all
  }
  const rounds = await counted('virtual_machine:vcpu_usage')
  expect(rounds).toBeGreaterThanOrEqual(10)
  await clock.advance(HOUR)
  await collect(1, () => [])
  expect(await counted('virtual_machine:vcpu_usage')).toBeGreaterThanOrEqual(instances.length)
  expect(await counted('virtual_machine:reset')).toBe(0)
  expect(await counted('instance_network_interface:errors_sent')).toBe(0)
})

test('a machine that gets more processors keeps the old points', async () => {
  const since = clock.now().getTime()
  const before = await collect(3, () => [machine(instances[0]!, since)])
  const after = await collect(3, () => [machine(instances[0]!, since, 2)])
  const usage = await read('virtual_machine:vcpu_usage', {
    matches: (fields: { state?: unknown }) => fields.state === 'run',
  })
  const timesOf = (vcpu: number) => [
    ...usage.find(({ fields }) => fields.vcpu_id === vcpu)!.points.timestamps,
  ]
  expect(timesOf(0)).toEqual([...before, ...after])
  expect(timesOf(1)).toEqual(after)
})

test('old readings become one a minute, then go with their source', async () => {
  const since = clock.now().getTime()
  await collect(12, () => [machine(instances[0]!, since)])
  const pointsAfter = async (time: number) => {
    await clock.advance(time)
    await collect(1, () => [])
    return (await read('instance_network_interface:bytes_sent'))[0]?.points.timestamps.length
  }
  expect(await pointsAfter(HOUR)).toBe(12)
  expect(await pointsAfter(13 * HOUR)).toBe(3)
  expect(await pointsAfter(29 * DAY)).toBe(3)
  expect(await pointsAfter(2 * DAY)).toBeUndefined()
  expect(await world.services.metrics.selectFrom('metric_source').selectAll().execute()).toEqual([])
})

test('one server collects, and another one when it has left or is gone', async () => {
  const [one, other] = [createCollector(world.services), createCollector(world.services)]
  await clock.advance(10_000)
  machines = [machine(instances[0]!, 0)]
  expect(await one.round()).toBe(true)
  expect(await other.round()).toBe(false)
  await one.leave()
  await clock.advance(10_000)
  machines = [machine(instances[0]!, 0)]
  expect(await other.round()).toBe(true)
  await clock.advance(50_000)
  expect(await one.round()).toBe(false)
  await clock.advance(11_000)
  machines = [machine(instances[0]!, 0)]
  expect(await one.round()).toBe(true)
})

test('stores nothing while the disk is nearly full, and no machine that is not an instance', async () => {
  const collector = createCollector({ ...world.services, isShortOfSpace: async () => true })
  await clock.advance(10_000)
  machines = [machine(instances[0]!, 0)]
  expect(await collector.round()).toBe(false)
  await collector.leave()
  await collect(1, () => [machine(crypto.randomUUID(), 0)])
  expect(await read('virtual_machine:vcpu_usage')).toEqual([])
})

test('packs past hours while the disk is nearly full', async () => {
  const since = clock.now().getTime()
  const times = await collect(3, () => [machine(instances[0]!, since)])
  await clock.advance(HOUR)
  const isShortOfSpace = async () => true
  await collect(
    1,
    () => [machine(instances[0]!, since)],
    createCollector({ ...world.services, isShortOfSpace }),
  )
  expect(await world.services.metrics.selectFrom('metric_round').selectAll().execute()).toEqual([])
  expect([...(await read('instance_network_interface:bytes_sent'))[0]!.points.timestamps]).toEqual(times)
})

test('keeps its lease while packing takes longer than the lease', async () => {
  const since = clock.now().getTime()
  await collect(3, () => [machine(instances[0]!, since)])
  let time = clock.now().getTime() + HOUR
  const slow = { ...world.services, clock: { ...clock, now: () => new Date(time) } }
  const [one, other] = [createCollector(slow), createCollector(slow)]
  machines = []
  let steps = 0
  const isStopped = () => {
    steps++
    time += 50_000
    return false
  }
  expect(await one.round(isStopped)).toBe(true)
  expect(steps).toBeGreaterThan(2)
  expect(await other.round()).toBe(false)
  await one.leave()
})

test('goes on after the clock was ahead, without the counters of that time', async () => {
  const since = clock.now().getTime()
  const before = await collect(3, () => [machine(instances[0]!, since)])
  const logged: unknown[] = []
  const log = (...line: unknown[]) => logged.push(line)
  const setTo = async (time: number) => await clock.advance(time - clock.now().getTime())
  const now = clock.now().getTime()
  await setTo(now + 3 * HOUR)
  await collect(500, () => [machine(instances[0]!, since)])
  await setTo(now)
  const after = await collect(
    3,
    () => [machine(instances[0]!, since)],
    createCollector({ ...world.services, log }),
  )
  expect([...(await read('instance_network_interface:bytes_sent'))[0]!.points.timestamps]).toEqual([
    ...before,
    ...after,
  ])
  expect(logged).toEqual([
    [
      'warn',
      'the clock went back, so later counters of machines were deleted',
      { rounds: expect.any(Number), blocks: expect.any(Number) },
    ],
  ])
})

test.each(['with rounds of the next hour', 'when all rounds are packed'])(
  'goes on in a packed hour after the clock was ahead, %s',
  async (state) => {
    const { metrics } = world.services
    const since = clock.now().getTime()
    const up = () => [machine(instances[0]!, since)]
    const times = await collect(400, up)
    const packed = await metrics.selectFrom('metric_block').select('start').execute()
    expect(packed.length).toBeGreaterThan(0)
    if (state === 'when all rounds are packed')
      for (const table of ['metric_reading', 'metric_round'] as const)
        await metrics.deleteFrom(table).execute()
    const set = since + HOUR / 2 + 5_000
    await clock.advance(set - clock.now().getTime())
    const after = await collect(400, up)
    const expected = [...times.filter((time) => time <= after[0]!), ...after]
    const [sent, ...others] = await read('instance_network_interface:bytes_sent')
    expect(others).toEqual([])
    expect([...sent!.points.timestamps]).toEqual(expected)
    expect([...sent!.points.columns[0]!]).toEqual(expected.map((time) => (time - since) * 11))
    const [minutes] = await read('instance_network_interface:bytes_sent', { spacing: 60_000 })
    const lasts = new Map(expected.map((time) => [Math.floor(time / 60_000), time]))
    expect([...minutes!.points.timestamps]).toEqual(expect.arrayContaining([...lasts.values()]))
  },
)

test('stores nothing in a packed hour, if the clock goes back by less than servers may disagree', async () => {
  const since = clock.now().getTime()
  const times = await collect(361, () => [machine(instances[0]!, since)])
  const { metrics } = world.services
  for (const table of ['metric_reading', 'metric_round'] as const) await metrics.deleteFrom(table).execute()
  await clock.advance(-45_000)
  await collect(2, () => [machine(instances[0]!, since)])
  expect(await metrics.selectFrom('metric_round').selectAll().execute()).toEqual([])
  const [sent] = await read('instance_network_interface:bytes_sent')
  expect([...sent!.points.timestamps]).toEqual(times.slice(0, -2))
})

test('passes each stored round on with names and labels, without unknown machines', async () => {
  const exported: ExportedRound[] = []
  world.services.exportRound = (round) => void exported.push(round)
  onTestFinished(() => {
    delete world.services.exportRound
  })
  const since = clock.now().getTime() - HOUR
  machines = [machine(instances[0]!, since), machine(crypto.randomUUID(), since)]
  const collector = createCollector(world.services)
  expect([await collector.round(), await collector.round()]).toEqual([true, false])
  expect(exported).toMatchObject([{ time: clock.now().getTime() }])
  const samples = [...exported[0]!.samples()]
  expect(samples).toHaveLength(exported[0]!.size)
  expect(samples.every(({ labels }) => labels.instance_id === instances[0])).toBe(true)
  const [vcpu] = machines[0]!.vcpus
  const labels = { instance_id: instances[0], sled_id: sled, vcpu_id: '0', state: 'idle' }
  expect(samples).toContainEqual({ name: 'virtual_machine_vcpu_usage_total', labels, value: vcpu!.idle })
  const [nic] = machines[0]!.nics
  expect(samples).toContainEqual({
    name: 'instance_network_interface_packets_sent_total',
    labels: { instance_id: instances[0], interface_id: nic!.id, sled_id: sled },
    value: nic!.packetsSent,
  })
})
