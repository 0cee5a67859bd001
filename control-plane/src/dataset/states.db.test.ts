import { manualClock } from '@granary/compute/clock.ts'
import { afterEach, expect, test } from 'vitest'
import { datasetWorld, type DatasetWorld, emptyWorld, exampleDataset } from '../../test/dataset-world.ts'
import { loadDataset } from './load.ts'

let world: DatasetWorld | undefined
afterEach(async () => {
  await world?.controlPlane.stop()
  await world?.close()
  world = undefined
})

async function states({ services: { db } }: DatasetWorld) {
  const instances = await db
    .selectFrom('instance')
    .select(['id', 'run_state', 'sled_id', 'time_run_state_updated'])
    .orderBy('id')
    .execute()
  const disks = await db.selectFrom('disk').select(['id', 'state', 'instance_id']).orderBy('id').execute()
  const used = await db.selectFrom('provisioned').selectAll().orderBy('scope_id').execute()
  return structuredClone({ instances, disks, used })
}

test('keeps every state, transitional ones included', async () => {
  const clock = manualClock(new Date('2027-03-01T12:00:00Z'))
  world = await datasetWorld(exampleDataset(), { clock })
  const before = await states(world)
  await world.controlPlane.start()
  // Long enough for the driver's machines to be listed again, and for a cooldown to end.
  await clock.advance(10 * 60_000)
  await world.controlPlane.stop()
  expect(await states(world)).toEqual(before)
})

test('charts of a loaded data set begin with its use and quotas', async () => {
  world = await datasetWorld(exampleDataset())
  const { db } = world.services
  const points = await db.selectFrom('usage_point').selectAll().execute()
  const amounts = ['cpus', 'memory', 'storage'] as const
  const of = (counter: string) =>
    points
      .filter((point) => point.counter === counter)
      .map(({ scope_id, cpus, memory, storage }) => ({ id: scope_id, cpus, memory, storage }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const inUse = await db
    .selectFrom('provisioned')
    .select(['scope_id as id', ...amounts])
    .where((where) => where.or(amounts.map((amount) => where(amount, '<>', 0))))
    .orderBy('scope_id')
    .execute()
  const used = async (table: 'project' | 'silo') => {
    const rows = await db.selectFrom(table).select('id').execute()
    const ids = new Set(rows.map(({ id }) => id))
    return inUse.filter(({ id }) => ids.has(id))
  }
  const quotas = await db
    .selectFrom('silo_quota')
    .select(['silo_id as id', ...amounts])
    .orderBy('silo_id')
    .execute()
  expect(of('project')).toEqual(await used('project'))
  expect(of('silo')).toEqual(await used('silo'))
  expect(of('quota')).toEqual(quotas)
  expect(of('silo')).not.toEqual([])
})

/** Polls until the instance is in the state. */
async function until(path: string, state: string): Promise<void> {
  await expect.poll(async () => (await world!.ask('instanceView', path)).runState).toBe(state)
}

test('lets users start, stop and reboot loaded instances', async () => {
  world = await datasetWorld(exampleDataset(), { speed: 50 })
  await world.controlPlane.start()
  const at = (name: string, rest = '') => `/v1/instances/${name}${rest}?project=storefront`
  expect(await world.ask('instanceStart', at('card-vault', '/start'))).toMatchObject({ runState: 'starting' })
  await until(at('card-vault'), 'running')
  await world.ask('instanceStop', at('web-1', '/stop'))
  await until(at('web-1'), 'stopped')
  await world.ask('instanceReboot', at('web-2', '/reboot'))
  await until(at('web-2'), 'running')
  // An instance in transition resumes when a request asks for it.
  await world.ask('instanceStop', at('sessions', '/stop'))
  await until(at('sessions'), 'stopped')
  await world.ask('instanceStart', at('coupon', '/start'))
  await until(at('coupon'), 'running')
})

test('returns all counted use when everything is stopped', async () => {
  const dataset = {
    silos: [{ name: 'main', quotas: { cpus: 100, memory: '1 TiB', storage: '1 TiB' } }],
    users: [{ display_name: 'admin' }],
    role_assignments: [{ identity: 'admin', role_name: 'admin' }],
    projects: [{ name: 'shop', role_assignments: [{ identity: 'admin', role_name: 'admin' }] }],
    instances: [{ repeat: 3, project: 'shop', name: 'web-{n}', run_state: 'running' }],
  }
  world = await datasetWorld(dataset, { speed: 50 })
  await world.controlPlane.start()
  expect((await world.ask('utilizationView', '/v1/utilization')).provisioned).toMatchObject({
    cpus: 6,
    memory: 12 * 1024 ** 3,
  })
  for (const n of [1, 2, 3]) await world.ask('instanceStop', `/v1/instances/web-${n}/stop?project=shop`)
  for (const n of [1, 2, 3]) await until(`/v1/instances/web-${n}?project=shop`, 'stopped')
  const used = await world.services.db.selectFrom('provisioned').selectAll().execute()
  for (const { scope_id, ...amounts } of used)
    expect({ scope_id, ...amounts }).toEqual({ scope_id, cpus: 0, memory: 0, storage: 0 })
})

test('gives a running instance a serial console with its history, and a stopped one none', async () => {
  world = await datasetWorld(exampleDataset())
  const { data } = await world.ask(
    'instanceSerialConsole',
    '/v1/instances/web-1/serial-console?project=storefront&from_start=0',
  )
  expect(new TextDecoder().decode(Uint8Array.from(data))).toContain('Debian')
  await expect(
    world.ask(
      'instanceSerialConsole',
      '/v1/instances/card-vault/serial-console?project=storefront&from_start=0',
    ),
  ).rejects.toThrow('400')
})

test('assigns the same unique ids on every load of a file', async () => {
  world = await datasetWorld(exampleDataset())
  const ids = async () => (await states(world!)).disks.map((row) => row.id)
  const first = await ids()
  await world.close()
  world = await datasetWorld(exampleDataset())
  expect(await ids()).toEqual(first)
  expect(new Set(first).size).toBe(first.length)
})

test('refuses to load into a database that is not empty', async () => {
  world = await datasetWorld({ silos: [{ name: 'main' }] })
  await expect(loadDataset(world.services, exampleDataset())).rejects.toThrow('the database is not empty')
  expect(await world.services.db.selectFrom('silo').select('name').execute()).toEqual([{ name: 'main' }])
})

test('leaves the database empty after a failed load, so that a second one succeeds', async () => {
  const { services, close } = await emptyWorld()
  let asked = 0
  const now = () => {
    // The first call is for the ages, the next for the change log, which is written last.
    if (++asked > 1) throw new Error('the clock broke')
    return new Date()
  }
  const load = loadDataset({ ...services, clock: { ...services.clock, now } }, exampleDataset())
  await expect(load).rejects.toThrow('the clock broke')
  expect(await services.db.selectFrom('silo').selectAll().execute()).toEqual([])
  await loadDataset(services, exampleDataset())
  expect(await services.db.selectFrom('silo').selectAll().execute()).toHaveLength(4)
  await close()
})
