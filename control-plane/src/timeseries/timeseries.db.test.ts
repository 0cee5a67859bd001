import { manualClock } from '@granary/compute/clock.ts'
import type { MachineReading } from '@granary/compute/machine.ts'
import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { MAX_QUERY_LENGTH } from '@granary/domain/timeseries/limits.ts'
import { TIMESERIES_SCHEMAS } from '@granary/domain/timeseries/schemas.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { countOpen } from '../kit/request/open-counts.ts'
import { createCollector } from '../metrics/collector.ts'

const START = new Date('2026-01-01T00:00:00Z')
const clock = manualClock(START)
let world: World
const instances: string[] = []

beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  world.services.settings.metricsInterval = 10_000
  for (const project of ['shop', 'other']) {
    await world.ask('POST', '/v1/projects', { name: project, description: '' })
    const size = { ncpus: 2, memory: 1024 ** 3 }
    const instance = { name: 'web', description: '', hostname: 'web', ...size, start: false }
    const body = { ...instance, network_interfaces: { type: 'none' } }
    const answer = await world.ask('POST', `/v1/instances?project=${project}`, body)
    instances.push(answer.body.id as string)
  }
  const [sled] = await world.services.compute.inventory()
  world.services.compute.allCounters = () => Promise.resolve(instances.map((id) => machine(id, sled!.id)))
  const collector = createCollector(world.services)
  for (let round = 0; round < 6; round++) {
    await clock.advance(10_000)
    await collector.round()
  }
})
afterAll(() => world.close())

/** The reading of a machine whose two processors are busy for a quarter of the time. */
function machine(id: string, sledId: string): MachineReading {
  const run = (clock.now().getTime() - START.getTime()) * 250_000
  const vcpu = { run, idle: 3 * run, waiting: 0, emulation: 0 }
  return { id, sledId, since: START, at: clock.now(), vcpus: [vcpu, vcpu], disks: [], nics: [] }
}

const QUERY = `get virtual_machine:vcpu_usage
  | filter timestamp > @2026-01-01T00:00:00 && timestamp < @2026-01-01T00:01:00 && state == "run"
  | align mean_within(20s)`

const inProject = (query: string, project = 'shop') =>
  world.ask('POST', `/v1/timeseries/query?project=${project}`, { query })
const inFleet = (query: string) => world.ask('POST', '/v1/system/timeseries/query', { query })

type Series = { fields: Record<string, { type: string; value: unknown }> }
const instancesOf = ({ body }: Awaited<ReturnType<typeof inProject>>) =>
  new Set((body.tables[0].timeseries as Series[]).map(({ fields }) => fields.instance_id!.value))

test('lists the series by name, in pages', async () => {
  const names: string[] = []
  let token: string | null = ''
  while (token !== null) {
    const query = token === '' ? '' : `&page_token=${token}`
    const { status, body } = await world.ask('GET', `/v1/system/timeseries/schemas?limit=7${query}`)
    expect(status).toBe(200)
    names.push(...body.items.map((item: { timeseries_name: string }) => item.timeseries_name))
    token = body.next_page
  }
  expect(names).toEqual(TIMESERIES_SCHEMAS.map(({ timeseriesName }) => timeseriesName))
})

test('a query of a project reads its series, as the console expects them', async () => {
  const { status, body } = await inProject(`${QUERY} | group_by [vcpu_id], sum`)
  expect(status).toBe(200)
  const values = [{ metric_type: 'gauge', values: { type: 'double', values: [1.25e9, 1.25e9, 1.25e9] } }]
  const timestamps = ['00:00:20', '00:00:40', '00:01:00'].map((time) => `2026-01-01T${time}.000Z`)
  const points = { start_times: null, timestamps, values }
  expect(body).toEqual({
    tables: [
      {
        name: 'virtual_machine:vcpu_usage',
        timeseries: [
          { fields: { vcpu_id: { type: 'u32', value: 0 } }, points },
          { fields: { vcpu_id: { type: 'u32', value: 1 } }, points },
        ],
      },
    ],
  })
})

test('a query of a project never reads those of another one, and one of the fleet reads all', async () => {
  expect(instancesOf(await inProject(QUERY))).toEqual(new Set([instances[0]]))
  const foreign = `${QUERY} | filter instance_id == "${instances[1]}"`
  expect(instancesOf(await inProject(foreign))).toEqual(new Set())
  expect(instancesOf(await inFleet(QUERY))).toEqual(new Set(instances))
})

test('a series of the fleet has no data in a project', async () => {
  const name = 'collection_target:cpus_provisioned'
  const { body } = await inProject(`get ${name} | filter timestamp > @now() - 1h`)
  expect(body).toEqual({ tables: [{ name, timeseries: [] }] })
})

test('a mistake is refused with its position, and with the message that consoles look for', async () => {
  expect(await inProject('get virtual_disk:reads\n| sort')).toMatchObject({
    status: 400,
    body: {
      error_code: 'InvalidRequest',
      message: 'expected filter, align, group_by, join, first or last, not "sort" at line 2, column 3',
      problems: [{ path: 'query', code: 'invalid_format' }],
    },
  })
  const empty = QUERY.replace('"run"', '"none"')
  expect(await inProject(`${empty} | group_by [vcpu_id], sum`)).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRequest', message: 'Input tables to a `group_by` must be aligned' },
  })
})

test('a query that is too long is refused', async () => {
  const { status, body } = await inProject('x'.repeat(MAX_QUERY_LENGTH + 1))
  expect(status).toBe(400)
  expect(body.problems).toMatchObject([{ path: 'query', code: 'too_long' }])
})

test('a user with as many queries as allowed waits until one is done', async () => {
  const id = await addUser(world.services, 'main', 'ada')
  const ada = await world.signIn('ada', 'ada')
  const open = Array.from({ length: LIMITS.timeseriesQueries.max }, () =>
    countOpen(world.services, 'timeseriesQueries', id),
  )
  const ask = () => world.ask('POST', '/v1/system/timeseries/query', { query: QUERY }, ada)
  await world.ask('PUT', '/v1/system/policy', {
    role_assignments: [
      ...(await world.ask('GET', '/v1/system/policy')).body.role_assignments,
      { identity_id: id, identity_type: 'silo_user', role_name: 'viewer' },
    ],
  })
  expect(await ask()).toMatchObject({ status: 429, body: { message: limitMessage('timeseriesQueries') } })
  open[0]!()
  expect((await ask()).status).toBe(200)
})

test('a query stops when its client has gone, before or while it reads', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const ask = async (signal: AbortSignal) => {
    const headers = { 'content-type': 'application/json', cookie }
    const body = JSON.stringify({ query: QUERY })
    const init = { method: 'POST', headers, body, signal }
    const answer = await world.controlPlane.fetch(new Request('http://test/v1/system/timeseries/query', init))
    return ((await answer.json()) as { message?: string }).message
  }
  const gone = 'the client closed the connection before the answer'
  const { metrics } = world.services
  const read = metrics.selectFrom.bind(metrics) as (table: never) => never
  const client = new AbortController()
  const reads = vi.spyOn(metrics, 'selectFrom').mockImplementation((table) => {
    client.abort()
    return read(table as never)
  })
  onTestFinished(() => reads.mockRestore())
  expect(await ask(client.signal)).toBe(gone)
  expect(reads).toHaveBeenCalled()
  reads.mockClear()
  expect(await ask(client.signal)).toBe(gone)
  expect(reads).not.toHaveBeenCalled()
})
