import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  for (const name of ['web', 'till']) await create(name)
})
afterAll(() => world.close())

const create = (name: string) =>
  world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: 'as made',
    hostname: `${name}.example`,
    ncpus: 1,
    memory: GiB,
    network_interfaces: { type: 'none' },
    start: false,
  })
const whole = {
  ncpus: 1,
  memory: GiB,
  boot_disk: null,
  auto_restart_policy: null,
  cpu_platform: null,
  enable_jumbo_frames: false,
}
const update = (instance: string, change: object) =>
  world.ask('PUT', `/v1/instances/${instance}?project=shop`, { ...whole, ...change })

test.each(['creating', 'running', 'stopping', 'stopped', 'migrating', 'failed'] as const)(
  'renames an instance in state %s, and keeps its host name',
  async (run_state) => {
    const { id } = (await create('box')).body
    await world.services.db.updateTable('instance').set({ run_state }).where('id', '=', id).execute()
    expect(await update('box', { name: `box-${run_state}`, description: 'other' })).toMatchObject({
      status: 200,
      body: { id, name: `box-${run_state}`, description: 'other', hostname: 'box.example', run_state },
    })
    expect((await world.ask('GET', '/v1/instances/box?project=shop')).status).toBe(404)
  },
)

test('keeps omitted fields', async () => {
  expect((await update('web', { description: 'said' })).body).toMatchObject({
    name: 'web',
    description: 'said',
  })
  expect((await update('web', {})).body).toMatchObject({ name: 'web', description: 'said' })
  expect((await update('web', { name: null, description: '' })).body).toMatchObject({
    name: 'web',
    description: '',
  })
})

test('refuses a taken or invalid name, and changes nothing else', async () => {
  expect(await update('web', { name: 'till', ncpus: 2 })).toMatchObject({
    status: 400,
    body: { error_code: 'ObjectAlreadyExists', message: 'already exists: instance "till"' },
  })
  expect((await update('web', { name: 'Web', ncpus: 2 })).status).toBe(400)
  expect((await world.ask('GET', '/v1/instances/web?project=shop')).body).toMatchObject({ ncpus: 1 })
})
