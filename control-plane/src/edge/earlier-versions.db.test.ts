import { API_VERSION } from '@granary/contract/version.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRackNetwork } from '../../test/rack-network.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services)
  const { body } = await world.ask('GET', '/v1/system/hardware/racks')
  await createRackNetwork(world, body.items[0].id as string)
  const pool = { name: 'services', description: '', ip_version: 'v4', assignment: 'system_services' }
  await world.ask('POST', '/v1/system/ip-pools', pool)
})
afterAll(() => world.close())

const ask = (version: string, method: string, path: string, body?: object, as?: string) =>
  world.ask(method, path, body, as, { 'api-version': version })

const PORTS = '/v1/system/networking/switch-port-settings'
const POOLS = '/v1/system/ip-pools'
const SERVICE = '/v1/system/ip-pools-service'
const settings = (name: string, addr: object) => ({
  name,
  description: '',
  port_config: { geometry: 'qsfp28x1' },
  links: [],
  addresses: [],
  bgp_peers: [
    {
      link_name: 'phy0',
      peers: [
        {
          addr,
          bgp_config: 'border',
          allowed_import: { type: 'no_filtering' },
          allowed_export: { type: 'no_filtering' },
          communities: [],
          connect_retry: 3,
          delay_open: 3,
          enforce_first_as: false,
          hold_time: 6,
          idle_hold_time: 3,
          keepalive: 2,
        },
      ],
    },
  ],
})

test.each(['2026060800.0.0', '2026073100.0.0', '2026081700.0.0', '2026081901.0.0', API_VERSION])(
  'serves version %s',
  async (version) => {
    expect((await ask(version, 'GET', '/v1/projects')).status).toBe(200)
  },
)

test.each(['2026032500.0.0', '2025112000.0.0', '2026081901.1.0', '1.0.0', 'newest', ''])(
  'refuses version "%s" and says which it serves',
  async (version) => {
    expect(await ask(version, 'GET', '/v1/projects')).toMatchObject({
      status: 400,
      body: {
        message: `server does not support this API version: ${version} (it supports 2026060800.0.0 to ${API_VERSION})`,
      },
    })
  },
)

test('tells a client of a later version what to do', async () => {
  expect(await ask('2099010100.0.0', 'GET', '/v1/projects')).toMatchObject({
    status: 400,
    body: {
      message: `server does not support this API version: 2099010100.0.0 (it supports 2026060800.0.0 to ${API_VERSION}): update the server, or use an earlier client`,
    },
  })
})

test('a project has its default VPC before 2026091500.0.0', async () => {
  const project = (name: string) => ({ name, description: '', defaults: {} })
  expect((await ask('2026081901.0.0', 'POST', '/v1/projects', project('earlier'))).status).toBe(201)
  expect((await ask('2026091500.0.0', 'POST', '/v1/projects', project('newer'))).status).toBe(201)
  const vpcs = async (name: string) => (await world.ask('GET', `/v1/vpcs?project=${name}`)).body.items.length
  expect([await vpcs('earlier'), await vpcs('newer')]).toEqual([1, 0])
})

describe('a numbered BGP peer', () => {
  const version = '2026081700.0.0'

  test('has one address before 2026081901.0.0', async () => {
    const made = await ask(version, 'POST', PORTS, settings('old', { type: 'numbered', ip: '192.0.2.200' }))
    expect([made.status, made.body.bgp_peers[0].addr]).toEqual([201, { type: 'numbered', ip: '192.0.2.200' }])
    expect((await ask(version, 'GET', `${PORTS}/old`)).body).toEqual(made.body)
    expect((await world.ask('GET', `${PORTS}/old`)).body).toEqual({
      ...made.body,
      bgp_peers: [
        {
          ...made.body.bgp_peers[0],
          addr: { type: 'numbered', target_addr: '192.0.2.200', src_addr: null },
        },
      ],
    })
  })

  test('without an address is the same in both', async () => {
    const addr = { type: 'unnumbered', router_lifetime: 900 }
    const made = await ask(version, 'POST', PORTS, settings('unnumbered', addr))
    expect([made.status, made.body.bgp_peers[0].addr]).toEqual([201, addr])
  })

  test.each([
    ['a peer without an address', settings('bad', { type: 'numbered' })],
    ['a list that is none', { ...settings('bad', {}), bgp_peers: { peers: 1 } }],
    ['a body that is no object', [1]],
    ['peers that are none', { ...settings('bad', {}), bgp_peers: [null, 1, { peers: [null, 2] }] }],
  ])('is refused in %s', async (_, body) => {
    expect((await ask(version, 'POST', PORTS, body)).status).toBe(400)
  })
})

describe('an IP pool', () => {
  const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)

  test('has no assignment before 2026073100.0.0, and the lists have those of silos', async () => {
    const { body } = await ask('2026060800.0.0', 'GET', `${POOLS}?limit=1`)
    expect(body.items[0]).not.toHaveProperty('assignment')
    const next = await ask('2026060800.0.0', 'GET', `${POOLS}?limit=100&page_token=${body.next_page}`)
    expect([...names(body), ...names(next.body)]).not.toContain('services')
    expect(names((await ask('2026073100.0.0', 'GET', POOLS)).body)).toContain('services')
    const pool = { name: 'early', description: '', ip_version: 'v4' }
    expect((await ask('2026060800.0.0', 'POST', POOLS, pool)).body).not.toHaveProperty('assignment')
    expect((await world.ask('GET', `${POOLS}/early`)).body).toHaveProperty('assignment', 'silos')
  })

  test('of the services has operations of its own before 2026073100.0.0', async () => {
    const { body } = await world.ask('GET', `${POOLS}/services`)
    const { assignment: _, ...pool } = body
    expect((await ask('2026060800.0.0', 'GET', SERVICE)).body).toEqual(pool)
    const range = { first: '203.0.114.1', last: '203.0.114.9' }
    expect((await ask('2026060800.0.0', 'POST', `${SERVICE}/ranges/add`, range)).status).toBe(201)
    const { items } = (await ask('2026060800.0.0', 'GET', `${SERVICE}/ranges`)).body
    expect(items).toMatchObject([{ range, ip_pool_id: pool.id }])
    expect((await ask('2026060800.0.0', 'POST', `${SERVICE}/ranges/remove`, range)).status).toBe(204)
    for (const version of ['2026073100.0.0', API_VERSION])
      expect((await ask(version, 'GET', SERVICE)).status).toBe(404)
    expect((await world.ask('GET', SERVICE)).status).toBe(404)
    expect((await ask('2026060800.0.0', 'GET', `${SERVICE}s`)).status).toBe(404)
    expect((await ask('2026060800.0.0', 'GET', SERVICE, undefined, '')).status).toBe(401)
  })
})

test.each([
  ['POST', `${POOLS}/services/assignment`, { assignment: 'silos' }],
  ['PUT', '/v1/system/networking/bgp?name_or_id=border', { description: 'new' }],
])('%s %s does not exist before 2026073100.0.0', async (method, path, body) => {
  expect(await ask('2026060800.0.0', method, path, body)).toMatchObject({
    status: 404,
    body: { message: 'Not Found' },
  })
  expect((await ask('2026073100.0.0', method, path, body)).status).not.toBe(404)
})

test('a sled has a slot since 2026081700.0.0', async () => {
  const path = '/v1/system/hardware/sleds'
  const old = (await ask('2026073100.0.0', 'GET', path)).body.items[0]
  expect(old).not.toHaveProperty('slot')
  expect((await ask('2026073100.0.0', 'GET', `${path}/${old.id}`)).body).toEqual(old)
  expect((await ask('2026081700.0.0', 'GET', path)).body.items[0]).toHaveProperty('slot')
})
