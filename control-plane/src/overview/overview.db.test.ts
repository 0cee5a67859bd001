import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  for (const project of ['shop', 'empty'])
    await world.ask('POST', '/v1/projects', { name: project, description: '' })
  for (const name of ['web-1', 'web-2', 'web-3'])
    await world.ask('POST', '/v1/instances?project=shop', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GiB,
      start: false,
    })
  await world.ask('POST', '/v1/disks?project=shop', {
    name: 'data',
    description: '',
    size: 2 * GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  const broken = rawWriter(world.services).updateTable('instance').where('name', '=', 'web-2')
  await broken.set({ run_state: 'failed' }).execute()
  const waiting = rawWriter(world.services).updateTable('instance').where('name', '=', 'web-1')
  await waiting.set({ start_problem: 'no sled has room' }).execute()
})
afterAll(() => world.close())

const get = async (path: string) => (await world.ask('GET', `/experimental/v1/projects/${path}`)).body
const exactly = (count: number) => ({ count, is_capped: false })

test('counts each kind, and the instances and disks in each state that occurs', async () => {
  const counts = await get('shop/counts')
  expect(counts).toMatchObject({ instances: exactly(3), disks: exactly(1), images: exactly(0) })
  expect(counts.instance_states).toEqual([
    { state: 'creating', total: exactly(2) },
    { state: 'failed', total: exactly(1) },
  ])
  expect(counts.disk_states).toEqual([{ state: 'creating', total: exactly(1) }])
  expect(await get('empty/counts')).toMatchObject({
    instances: exactly(0),
    instance_states: [],
    disk_states: [],
  })
})

test('shows failed instances first, the last changes, and the use of quotas', async () => {
  const overview = await get('shop/overview')
  expect(overview.failing).toMatchObject([
    { name: 'web-2', run_state: 'failed', start_problem: null },
    { name: 'web-1', run_state: 'creating', start_problem: 'no sled has room' },
  ])
  expect(overview.recent[0]).toMatchObject({
    kind: 'disk',
    action: 'created',
    name: 'data',
    state: 'creating',
    actor: 'admin',
  })
  expect(overview.usage).toEqual({ cpus: 0, memory: 0, storage: 2 * GiB })
  expect((await get('empty/overview')).failing).toEqual([])
})

test('lists each changed resource once, without its parts', async () => {
  const nameOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`
  const before = (await get('shop/overview')).recent
  expect(before.map(nameOf).slice(0, 4)).toEqual([
    'disk data',
    'instance web-3',
    'instance web-2',
    'instance web-1',
  ])
  const { status } = await world.ask('POST', '/experimental/v1/instances/web-1/protect?project=shop')
  expect(status).toBeLessThan(300)
  const [latest, ...others] = (await get('shop/overview')).recent
  expect(latest).toMatchObject({ kind: 'instance', name: 'web-1', action: 'created', state: 'creating' })
  expect(others.map(nameOf)).not.toContain('instance web-1')
})

test('shows a deletion without a state', async () => {
  const group = { name: 'near', description: '', policy: 'allow', failure_domain: 'sled' }
  await world.ask('POST', '/v1/affinity-groups?project=shop', group)
  const { status } = await world.ask('DELETE', '/v1/affinity-groups/near?project=shop')
  expect(status).toBe(204)
  expect((await get('shop/overview')).recent[0]).toMatchObject({
    kind: 'affinity-group',
    name: 'near',
    action: 'deleted',
    state: null,
  })
})

test('summarises several projects: instances by state, use, and the last change', async () => {
  const path = '/experimental/v1/project-summaries'
  const { body } = await world.ask('GET', `${path}?project=shop&project=empty&project=missing`)
  const projects = (await world.ask('GET', '/v1/projects')).body.items as { id: string; name: string }[]
  const summaryOf = (name: string) => {
    const { id } = projects.find((project) => project.name === name)!
    return (body.items as { id: string }[]).find((item) => item.id === id)
  }
  expect(body.items).toHaveLength(2)
  expect(summaryOf('shop')).toMatchObject({
    instance_states: [
      { state: 'creating', total: exactly(2) },
      { state: 'failed', total: exactly(1) },
    ],
    usage: { cpus: 0, memory: 0, storage: 2 * GiB },
    cpus_of_day: Array.from({ length: 13 }, () => 0),
    time_changed: (await get('shop/overview')).recent[0].time,
  })
  expect(summaryOf('empty')).toMatchObject({ instance_states: [] })
  expect((await world.ask('GET', path)).status).toBe(400)
})

test('shows the vCPUs of the last day in its steps', async () => {
  const { services } = world
  const now = services.clock.now().getTime()
  const { id } = (await world.ask('GET', '/v1/projects/empty')).body
  const used = (cpus: number, hoursAgo: number) => ({
    counter: 'project' as const,
    scope_id: id as string,
    time: new Date(now - hoursAgo * 3_600_000).toISOString(),
    cpus,
    memory: 0,
    storage: 0,
    cpus_change: cpus,
    memory_change: 0,
    storage_change: 0,
  })
  await rawWriter(services)
    .insertInto('usage_point')
    .values([used(3, 30), used(5, 3), used(0, 1)])
    .execute()
  const { body } = await world.ask('GET', '/experimental/v1/project-summaries?project=empty')
  expect(body.items[0].cpus_of_day).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 5, 0])
})

test('shows no temporary disk of an upload as a change', async () => {
  await world.ask('POST', '/v1/projects', { name: 'images', description: '' })
  for (const name of ['tmp-for-image-7', 'tmp-for-image-mine'])
    await world.ask('POST', '/v1/disks?project=images', {
      name,
      description: '',
      size: GiB,
      disk_backend: { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } },
    })
  const { recent } = await get('images/overview')
  const disks = recent.filter(({ kind }: { kind: string }) => kind === 'disk')
  expect(disks).toMatchObject([{ name: 'tmp-for-image-mine' }])
})
