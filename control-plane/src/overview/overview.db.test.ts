import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../kit/raw-writer.ts'

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
