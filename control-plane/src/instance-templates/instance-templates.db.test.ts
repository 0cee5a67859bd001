import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  for (const name of ['shop', 'other']) await world.ask('POST', '/v1/projects', { name, description: '' })
})
afterAll(() => world.close())

const AT = '/experimental/v1/instance-templates'
const size = { ncpus: 1, memory: 2 ** 30 }
const create = (name: string, change: object = {}, project = 'shop') =>
  world.ask('POST', `${AT}?project=${project}`, { name, description: '', body: { ...size, ...change } })
const disk = { type: 'create', name: 'root', description: '', size: 2 ** 30, disk_backend: { type: 'local' } }

test('keeps what it is given, for an instance that takes it as it is', async () => {
  const given = {
    ...size,
    boot_disk: disk,
    network_interfaces: { type: 'none' },
    user_data: btoa('#cloud-config\n'),
    start: false,
  }
  const created = await create('web', given)
  expect(created).toMatchObject({ status: 201, body: { name: 'web', body: given } })
  const at = `${AT}/web?project=shop`
  expect((await world.ask('GET', at)).body).toEqual(created.body)
  expect((await world.ask('GET', `${AT}?project=shop`)).body.items).toEqual([created.body])
  const instance = { ...created.body.body, name: 'one', description: '', hostname: 'one' }
  expect((await world.ask('POST', '/v1/instances?project=shop', instance)).status).toBe(201)
  const renamed = await world.ask('PUT', at, { name: 'front', description: 'For the shop' })
  expect(renamed.body).toMatchObject({ name: 'front', description: 'For the shop', body: given })
  const resized = await world.ask('PUT', `${AT}/front?project=shop`, { body: { ...size, ncpus: 4 } })
  expect(resized.body.body).toMatchObject({ ncpus: 4, user_data: '' })
  expect(resized.body.body).not.toHaveProperty('boot_disk')
  expect((await world.ask('DELETE', `${AT}/front?project=shop`)).status).toBe(204)
  expect((await world.ask('GET', `${AT}/front?project=shop`)).status).toBe(404)
})

test.each([
  ['a disk that is attached', { boot_disk: { type: 'attach', name: 'data' } }, 'body.boot_disk'],
  ['a further disk that is attached', { disks: [disk, { type: 'attach', name: 'data' }] }, 'body.disks[1]'],
  ['a floating IP', { external_ips: [{ type: 'floating', floating_ip: 'front' }] }, 'body.external_ips[0]'],
  ['user data that is too long', { user_data: btoa('a'.repeat(33_000)) }, 'body.user_data'],
])('refuses %s', async (_, change, path) => {
  const answer = await create('refused', change)
  expect([answer.status, answer.body.problems[0].path]).toEqual([400, path])
  expect((await world.ask('GET', `${AT}/refused?project=shop`)).status).toBe(404)
})

test('is named once in a project, and is part of the plan that deletes it', async () => {
  expect((await create('same', {}, 'other')).status).toBe(201)
  expect((await create('same')).status).toBe(201)
  expect((await create('same', {}, 'other')).body.problems[0].path).toBe('name')
  const plan = await world.ask('GET', '/experimental/v1/projects/other/deletion-plan')
  expect(JSON.stringify(plan.body)).toContain('"instance-template"')
})

test('a project has a limited number', async () => {
  const project = (await world.ask('GET', '/v1/projects/other')).body.id as string
  const row = { description: '', project_id: project, body: '{}', time_created: '', time_modified: '' }
  const rows = Array.from({ length: LIMITS.instanceTemplates.max - 1 }, (_, at) => ({
    ...row,
    id: crypto.randomUUID(),
    name: `t${at}`,
  }))
  await rawWriter(world.services).insertInto('instance_template').values(rows).execute()
  expect((await create('one-more', {}, 'other')).body.message).toBe(limitMessage('instanceTemplates'))
  await rawWriter(world.services).deleteFrom('instance_template').where('project_id', '=', project).execute()
})
