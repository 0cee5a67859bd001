import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
let sled: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services)
  sled = (await world.ask('GET', '/v1/system/hardware/sleds?limit=1')).body.items[0].id as string
  for (const name of ['shop', 'other']) await world.ask('POST', '/v1/projects', { name, description: '' })
})
afterAll(() => world.close())

const fromV4 = { pool_selector: { type: 'auto', ip_version: 'v4' } }
const AT = '/experimental/v1/probes'
const create = (name: string, change: object = {}, project = 'shop') =>
  world.ask('POST', `${AT}?project=${project}`, { name, description: '', sled, ...fromV4, ...change })
const remove = (name: string) => world.ask('DELETE', `${AT}/${name}?project=shop`)

/** Creates an instance whose interface gets a free address, or the given one. */
const createInstance = (name: string, ip: object = { type: 'auto' }) =>
  world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    network_interfaces: {
      type: 'create',
      params: [
        {
          name: 'net0',
          description: '',
          vpc_name: 'default',
          subnet_name: 'default',
          ip_config: { type: 'v4', value: { ip } },
        },
      ],
    },
  })
const addressOf = async (instance: string): Promise<string> =>
  (await world.ask('GET', `/v1/network-interfaces?project=shop&instance=${instance}`)).body.items[0].ip_stack
    .value.ip

test('has an interface in the default VPC and an external address', async () => {
  const created = await create('tap')
  expect(created.body).toMatchObject({ name: 'tap', description: '', sled })
  const { body } = await world.ask('GET', `${AT}/tap?project=shop`)
  const vpc = (await world.ask('GET', '/v1/vpcs/default?project=shop')).body as { ipv6_prefix: string }
  expect(body).toMatchObject({
    id: created.body.id,
    name: 'tap',
    sled,
    external_ips: [{ kind: 'ephemeral', first_port: 0, last_port: 65_535 }],
    interface: {
      name: 'tap',
      kind: { type: 'probe', id: created.body.id },
      primary: true,
      slot: 0,
      ip_config: { type: 'dual_stack', value: { v4: { ip: '172.30.0.5', subnet: '172.30.0.0/22' } } },
    },
  })
  expect(body.interface.ip_config.value.v6.subnet.slice(0, 10)).toBe(vpc.ipv6_prefix.slice(0, 10))
  expect((await world.ask('GET', `${AT}?project=shop`)).body.items).toEqual([body])
  expect((await world.ask('GET', `${AT}/${body.id}?project=shop`)).body).toEqual(body)
  expect((await world.ask('GET', `${AT}/${body.id}?project=other`)).status).toBe(404)
  await remove('tap')
})

test('shares no address with an instance, and gives its addresses back', async () => {
  await create('one')
  await createInstance('after-one')
  await create('two')
  expect(await addressOf('after-one')).toBe('172.30.0.6')
  expect((await world.ask('GET', `${AT}/two?project=shop`)).body.interface.ip_config.value.v4.ip).toBe(
    '172.30.0.7',
  )
  expect((await createInstance('taken', { type: 'explicit', value: '172.30.0.7' })).status).toBe(400)
  await createInstance('after-two')
  expect(await addressOf('after-two')).toBe('172.30.0.8')
  const external = (await world.ask('GET', `${AT}/one?project=shop`)).body.external_ips[0].ip as string
  expect((await remove('one')).status).toBe(204)
  await createInstance('in-its-place')
  expect(await addressOf('in-its-place')).toBe('172.30.0.5')
  const floating = { name: 'door', description: '', address_allocator: { type: 'explicit', ip: external } }
  expect((await world.ask('POST', '/v1/floating-ips?project=shop', floating)).status).toBe(201)
  await remove('two')
})

test('keeps its subnet from being deleted', async () => {
  await create('inside', {}, 'other')
  const refused = await world.ask('DELETE', '/v1/vpc-subnets/default?project=other&vpc=default')
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'VPC subnet cannot be deleted while probes in the subnet exist',
  ])
})

test('is part of the plan that deletes its project', async () => {
  const plan = await world.ask('GET', '/experimental/v1/projects/other/deletion-plan')
  expect(JSON.stringify(plan.body)).toContain('"probe"')
})

test.each([
  ['an unknown sled', { sled: crypto.randomUUID() }, 404, 'sled'],
  ['an unknown pool', { pool_selector: { type: 'explicit', pool: 'none' } }, 404, 'pool_selector'],
  ['a name that is taken', { name: 'same' }, 400, 'name'],
])('refuses %s and keeps nothing', async (_, change, status, path) => {
  await create('same')
  const count = async () => (await world.services.db.selectFrom('external_ip').select('id').execute()).length
  const before = await count()
  const answer = await create('new', change)
  expect([answer.status, answer.body.problems[0].path]).toEqual([status, expect.stringContaining(path)])
  expect(await count()).toBe(before)
})

test('refuses one probe more than a project may have', async () => {
  await world.ask('POST', '/v1/projects', { name: 'full', description: '' })
  for (let n = 0; n < LIMITS.probes.max; n++)
    expect((await create(`probe-${n}`, {}, 'full')).status).toBe(201)
  expect(await create('one-more', {}, 'full')).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRequest', message: limitMessage('probes') },
  })
  expect((await world.ask('DELETE', `${AT}/probe-0?project=full`)).status).toBe(204)
  expect((await create('one-more', {}, 'full')).status).toBe(201)
})

test('tells users who may not see sleds nothing about them', async () => {
  await world.ask('POST', '/v1/projects', { name: 'own', description: '' })
  await addUser(world.services, 'main', 'owner', { silo: 'admin' })
  const owner = await world.signIn('owner', 'owner')
  const retired = (await world.ask('GET', '/v1/system/hardware/sleds')).body.items[1].id as string
  await rawWriter(world.services)
    .updateTable('sled')
    .set({ in_service: 0 })
    .where('id', '=', retired)
    .execute()
  for (const [name, id] of Object.entries({ known: sled, retired, unknown: crypto.randomUUID() })) {
    const body = { name, description: '', sled: id, ...fromV4 }
    const answer = await world.ask('POST', `${AT}?project=own`, body, owner)
    expect([answer.status, answer.body.sled]).toEqual([201, id])
  }
  const operator = await create('unknown', { sled: crypto.randomUUID() }, 'own')
  expect(operator.status).toBe(404)
})
