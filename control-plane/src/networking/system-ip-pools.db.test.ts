import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { type Answer, openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const POOLS = '/v1/system/ip-pools'
const ask = (method: string, path: string, body?: unknown, as?: string) => world.ask(method, path, body, as)
/** Creates a pool under a new name, and returns its path. */
async function pool(fields: object = {}): Promise<string> {
  const name = `pool-${count++}`
  const { status, body } = await ask('POST', POOLS, { name, description: '', ...fields })
  expect([status, body.message]).toEqual([201, undefined])
  return `${POOLS}/${name}`
}
const add = (path: string, first: string, last: string) => ask('POST', `${path}/ranges/add`, { first, last })
const remove = (path: string, first: string, last: string) =>
  ask('POST', `${path}/ranges/remove`, { first, last })
const silo = async () => {
  const name = `silo-${count++}`
  return { name, id: await addSilo(world.services, name) }
}
const link = (path: string, to: string, isDefault = false) =>
  ask('POST', `${path}/silos`, { silo: to, is_default: isDefault })
const refusal = ({ status, body }: Answer) => [
  status,
  body.error_code,
  body.message,
  ((body.problems ?? []) as { path: string }[]).map(({ path }) => path),
]

test('a new pool is IPv4, unicast and for silos unless the request says otherwise', async () => {
  expect((await ask('GET', await pool())).body).toMatchObject({
    ip_version: 'v4',
    pool_type: 'unicast',
    assignment: 'silos',
  })
  const path = await pool({ ip_version: 'v6', pool_type: 'multicast', assignment: 'system_services' })
  expect((await ask('GET', path)).body).toMatchObject({
    ip_version: 'v6',
    pool_type: 'multicast',
    assignment: 'system_services',
  })
  const names = async (query: string) =>
    (await ask('GET', `${POOLS}?${query}`)).body.items.map((one: { name: string }) => one.name)
  const name = path.split('/').at(-1)
  expect(await names('assignment=system_services')).toContain(name)
  expect(await names('ip_version=v6&pool_type=multicast')).toEqual([name])
  expect(await names('assignment=silos')).not.toContain(name)
})

test('names are unique in the fleet, on create and on update', async () => {
  const [one, other] = [await pool(), await pool()]
  const taken = { name: other.split('/').at(-1), description: '' }
  for (const answer of [await ask('POST', POOLS, taken), await ask('PUT', one, taken)])
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'ObjectAlreadyExists' } })
  expect((await ask('PUT', one, { name: 'renamed', description: 'new' })).body).toMatchObject({
    name: 'renamed',
    description: 'new',
  })
  expect((await ask('GET', one)).status).toBe(404)
})

test('ranges are listed by their first address, page by page', async () => {
  const path = await pool()
  for (const [first, last] of [
    ['10.9.0.128', '10.9.0.255'],
    ['10.9.0.0', '10.9.0.9'],
    ['10.9.1.0', '10.9.1.0'],
  ])
    expect((await add(path, first!, last!)).status).toBe(201)
  const seen: string[] = []
  let token = ''
  for (;;) {
    const { body } = await ask('GET', `${path}/ranges?limit=2${token && `&page_token=${token}`}`)
    seen.push(...body.items.map((one: { range: { first: string } }) => one.range.first))
    if (!body.next_page) break
    token = body.next_page
  }
  expect(seen).toEqual(['10.9.0.0', '10.9.0.128', '10.9.1.0'])
})

test.each([
  ['10.8.0.9', '10.8.0.1', 'IP address ranges must be non-decreasing', 'last'],
  ['fd00::1', 'fd00::2', 'IPv6 address not allowed in IPv4 pool', 'first'],
  ['224.0.0.1', '224.0.0.2', 'Multicast addresses are not allowed in a unicast pool', 'last'],
])('the range %s to %s is refused: %s', async (first, last, message, path) => {
  const at = await pool()
  expect(refusal(await add(at, first, last))).toEqual([400, 'InvalidRequest', message, [path]])
  expect((await ask('GET', `${at}/ranges`)).body.items).toEqual([])
})

test.each(['10.8.0.300', '10.8.0.01', 'x', ''])('"%s" is no address', async (first) => {
  expect((await add(await pool(), first, '10.8.0.9')).status).toBe(400)
})

test.each([
  ['the same range', '10.7.0.10', '10.7.0.20'],
  ['its first address', '10.7.0.0', '10.7.0.10'],
  ['its last address', '10.7.0.20', '10.7.0.30'],
  ['an address inside', '10.7.0.15', '10.7.0.15'],
  ['everything', '10.7.0.0', '10.7.0.255'],
])('a range that overlaps in %s is refused, in the same pool and in another', async (_, first, last) => {
  const one = await pool()
  expect((await add(one, '10.7.0.10', '10.7.0.20')).status).toBe(201)
  for (const path of [one, await pool()]) {
    const { status, body } = await add(path, first, last)
    expect([status, body.error_code]).toEqual([400, 'InvalidRequest'])
    expect(body.message).toContain(
      `The provided IP range ${first}-${last} overlaps with an existing IP pool range`,
    )
  }
  expect((await remove(one, '10.7.0.10', '10.7.0.20')).status).toBe(204)
})

test('IPv6 ranges may touch, but not share an address', async () => {
  const path = await pool({ ip_version: 'v6' })
  expect((await add(path, 'fd00:7::10', 'fd00:7::20')).status).toBe(201)
  expect((await add(path, 'fd00:7::20', 'fd00:7::30')).status).toBe(400)
  expect((await add(path, 'fd00:7::', 'fd00:7::10')).status).toBe(400)
  expect((await add(path, 'fd00:7::21', 'fd00:7::30')).status).toBe(201)
  expect((await add(path, '::ffff:10.0.0.1', '::ffff:10.0.0.2')).status).toBe(400)
})

test('a range is removed as a whole, and only while no address of it is allocated', async () => {
  const path = await pool()
  const name = path.split('/').at(-1)!
  await add(path, '10.6.0.1', '10.6.0.2')
  expect(refusal(await remove(path, '10.6.0.1', '10.6.0.1'))).toEqual([
    400,
    'InvalidRequest',
    'The provided range 10.6.0.1-10.6.0.1 does not exist',
    [],
  ])
  await link(path, 'main')
  const created = await ask('POST', '/v1/floating-ips?project=shop', {
    name: 'front',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'explicit', pool: name } },
  })
  expect(created.body.ip).toBe('10.6.0.1')
  expect((await ask('GET', `${path}/utilization`)).body).toEqual({
    capacity: 2,
    remaining: 1,
    ipv4: { allocated: '1', capacity: '2' },
    ipv6: { allocated: '0', capacity: '0' },
  })
  expect((await remove(path, '10.6.0.1', '10.6.0.2')).status).toBe(400)
  expect(refusal(await ask('DELETE', `${path}/silos/main`))).toEqual([
    400,
    'InvalidRequest',
    'IP addresses from this pool are in use in the linked silo',
    [],
  ])
  expect(refusal(await ask('DELETE', path))).toEqual([
    400,
    'InvalidRequest',
    'IP Pool cannot be deleted while it contains IP ranges',
    [],
  ])
  await ask('DELETE', '/v1/floating-ips/front?project=shop')
  expect((await remove(path, '10.6.0.1', '10.6.0.2')).status).toBe(204)
  // The link goes with the pool.
  expect((await ask('DELETE', path)).status).toBe(204)
  expect((await ask('GET', `/v1/ip-pools/${name}`)).status).toBe(404)
})

test('the utilization of a large IPv6 pool is exact in its texts', async () => {
  const path = await pool({ ip_version: 'v6' })
  await add(path, 'fd00:1::', 'fd00:1::ffff:ffff:ffff:ffff')
  expect((await ask('GET', `${path}/utilization`)).body).toEqual({
    capacity: 2 ** 64,
    remaining: 2 ** 64,
    ipv4: { allocated: '0', capacity: '0' },
    ipv6: { allocated: '0', capacity: '18446744073709551616' },
  })
})

test('a silo has one default pool per family and type', async () => {
  const { name: to, id } = await silo()
  const [one, other] = [await pool(), await pool()]
  expect((await link(one, to, true)).status).toBe(201)
  expect(refusal(await link(one, to))).toMatchObject([400, 'ObjectAlreadyExists', {}, ['silo']])
  expect(refusal(await link(other, to, true))).toMatchObject([
    400,
    'ObjectAlreadyExists',
    expect.stringContaining('ip-pool-resource'),
    ['is_default'],
  ])
  for (const fields of [{ ip_version: 'v6' }, { pool_type: 'multicast' }])
    expect((await link(await pool(fields), to, true)).status).toBe(201)
  expect((await link(other, to)).body).toMatchObject({ silo_id: id, is_default: false })
  expect((await ask('PUT', `${other}/silos/${to}`, { is_default: true })).body.is_default).toBe(true)
  const defaults = async () =>
    (await ask('GET', `/v1/system/silos/${to}/ip-pools`)).body.items
      .filter((each: { ip_version: string; pool_type: string }) =>
        [each.ip_version, each.pool_type].every((value) => ['v4', 'unicast'].includes(value)),
      )
      .map((each: { name: string; is_default: boolean }) => [each.name, each.is_default])
  expect(await defaults()).toEqual([
    [one.split('/').at(-1), false],
    [other.split('/').at(-1), true],
  ])
  // Again, and then back to none.
  expect((await ask('PUT', `${other}/silos/${to}`, { is_default: true })).status).toBe(200)
  expect((await ask('PUT', `${other}/silos/${to}`, { is_default: false })).body.is_default).toBe(false)
  expect((await defaults()).map(([, isDefault]: [string, boolean]) => isDefault)).toEqual([false, false])
  expect((await ask('GET', `${one}/silos`)).body.items).toEqual([
    { ip_pool_id: (await ask('GET', one)).body.id, silo_id: id, is_default: false },
  ])
})

test('links to unknown pools and silos, and missing links, are not found', async () => {
  const { name: to } = await silo()
  const path = await pool()
  expect((await link(path, 'nobody')).status).toBe(404)
  expect((await link(`${POOLS}/nothing`, to)).status).toBe(404)
  for (const at of [`${path}/silos/${to}`, `${path}/silos/nobody`]) {
    expect((await ask('PUT', at, { is_default: true })).status).toBe(404)
    expect((await ask('DELETE', at)).status).toBe(404)
  }
})

test('a pool serves silos or the system, and the last pool of the system stays', async () => {
  const { services } = world
  await services.db.deleteFrom('ip_pool').where('assignment', '=', 'system_services').execute()
  const { name: to } = await silo()
  const path = await pool()
  const assign = (at: string, assignment: string) => ask('POST', `${at}/assignment`, { assignment })
  await link(path, to)
  expect((await assign(path, 'system_services')).status).toBe(400)
  await ask('DELETE', `${path}/silos/${to}`)
  expect((await assign(path, 'system_services')).body.assignment).toBe('system_services')
  expect((await link(path, to)).status).toBe(400)
  expect((await assign(path, 'silos')).status).toBe(400)
  expect((await ask('DELETE', path)).status).toBe(400)
  const other = await pool({ assignment: 'system_services' })
  expect((await assign(path, 'silos')).body.assignment).toBe('silos')
  expect((await ask('DELETE', other)).status).toBe(400)
})

test('a new default pool is attached to default gateways, and unlinking detaches it', async () => {
  const path = await pool({ ip_version: 'v6' })
  const name = path.split('/').at(-1)
  const { name: to } = await silo()
  await addUser(world.services, to, 'ada', { silo: 'admin' })
  const cookie = await world.signIn('ada', 'ada', to)
  await ask('POST', '/v1/projects', { name: 'own', description: '' }, cookie)
  const attached = async () =>
    (
      await ask(
        'GET',
        '/v1/internet-gateway-ip-pools?project=own&vpc=default&gateway=default',
        undefined,
        cookie,
      )
    ).body.items.map((one: { name: string; description: string }) => [one.name, one.description])
  expect(await attached()).toEqual([])
  await link(path, to, true)
  expect(await attached()).toEqual([['default', 'Default internet gateway ip pool']])
  expect((await ask('GET', '/v1/ip-pools', undefined, cookie)).body.items).toMatchObject([
    { name, is_default: true },
  ])
  // Another default changes nothing at the gateways.
  const other = await pool({ ip_version: 'v6' })
  await link(other, to)
  expect((await ask('PUT', `${other}/silos/${to}`, { is_default: true })).status).toBe(200)
  expect(await attached()).toHaveLength(1)
  await ask('DELETE', `${other}/silos/${to}`)
  expect((await ask('PUT', `${path}/silos/${to}`, { is_default: true })).status).toBe(200)

  expect((await ask('DELETE', `${path}/silos/${to}`)).status).toBe(204)
  expect(await attached()).toEqual([])
  expect((await ask('GET', '/v1/ip-pools', undefined, cookie)).body.items).toEqual([])
})

test('admins of a silo learn nothing about pools of the fleet, nor change them', async () => {
  const { name: to } = await silo()
  await addUser(world.services, to, 'eve', { silo: 'admin' })
  const cookie = await world.signIn('eve', 'eve', to)
  const path = await pool()
  for (const at of [path, `${POOLS}/does-not-exist`]) {
    const requests: [string, string, unknown?][] = [
      ['GET', at],
      ['GET', `${at}/ranges`],
      ['GET', `${at}/silos`],
      ['GET', `${at}/utilization`],
      ['PUT', at, { name: 'mine', description: '' }],
      ['DELETE', at],
      ['POST', `${at}/ranges/add`, { first: '10.5.0.1', last: '10.5.0.1' }],
      ['POST', `${at}/silos`, { silo: to, is_default: true }],
      ['PUT', `${at}/silos/${to}`, { is_default: true }],
      ['DELETE', `${at}/silos/${to}`],
      ['POST', `${at}/assignment`, { assignment: 'silos' }],
    ]
    for (const [method, url, body] of requests)
      expect([method, url, (await ask(method, url, body, cookie)).status]).toEqual([method, url, 403])
  }
  expect((await ask('GET', `/v1/ip-pools/${path.split('/').at(-1)}`, undefined, cookie)).status).toBe(404)
  expect((await ask('GET', '/v1/system/silos/main/ip-pools', undefined, cookie)).status).toBe(404)
})
