import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld({ started: false })
  for (const name of ['shop', 'other']) await ask('POST', '/v1/projects', { name, description: '' })
  for (const [name, project] of [
    ['web', 'shop'],
    ['api', 'shop'],
    ['far', 'other'],
  ])
    await ask('POST', `/v1/instances?project=${project}`, {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GiB,
      start: false,
    })
  await world.services.db.updateTable('instance').set({ run_state: 'stopped' }).execute()
})
afterAll(() => world.close())

const POOLS = '/v1/system/subnet-pools'
const ask = (method: string, path: string, body?: unknown, as?: string) => world.ask(method, path, body, as)
const text = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body?.message]

/** Creates a pool with members, linked to the silo of the tests. @returns its name. */
async function pool(members: object[], version = 'v4'): Promise<string> {
  const name = `blocks-${count++}`
  expect((await ask('POST', POOLS, { name, description: '', ip_version: version })).status).toBe(201)
  for (const member of members)
    expect(text(await ask('POST', `${POOLS}/${name}/members/add`, member))).toEqual([201, undefined])
  expect((await ask('POST', `${POOLS}/${name}/silos`, { silo: 'main', is_default: false })).status).toBe(201)
  return name
}
const take = (allocator: object, as?: string) =>
  ask(
    'POST',
    '/v1/external-subnets?project=shop',
    { name: `block-${count++}`, description: '', allocator },
    as,
  )
const auto = (from: string, length: number) =>
  take({ type: 'auto', prefix_length: length, pool_selector: { type: 'explicit', pool: from } })
const explicit = (subnet: string) => take({ type: 'explicit', subnet })

describe('a subnet pool', () => {
  test('has prefix lengths of its member and of single addresses unless the request says otherwise', async () => {
    const name = await pool([{ subnet: '10.1.0.9/24' }])
    expect((await ask('GET', `${POOLS}/${name}/members`)).body.items).toMatchObject([
      { subnet: '10.1.0.0/24', min_prefix_length: 24, max_prefix_length: 32 },
    ])
  })

  test.each([
    [{ subnet: '2001:db8::/32' }, 'IPv6 subnet not allowed in IPv4 pool', 'subnet'],
    [{ subnet: '224.0.0.0/8' }, 'Multicast addresses are not allowed in a unicast pool', 'subnet'],
    [{ subnet: '10.2.0.0/24', min_prefix_length: 33 }, 'Must be between 0 and 32', 'min_prefix_length'],
    [
      { subnet: '10.2.0.0/24', min_prefix_length: 28, max_prefix_length: 26 },
      'Min prefix length must be ≤ max prefix length',
      'min_prefix_length',
    ],
    [
      { subnet: '10.2.0.0/24', max_prefix_length: 20 },
      'Must be ≥ subnet prefix length (24)',
      'max_prefix_length',
    ],
  ])('refuses the member %o: %s', async (member, message, path) => {
    const name = await pool([])
    const { status, body } = await ask('POST', `${POOLS}/${name}/members/add`, member)
    expect([status, body.message, body.problems.map((one: { path: string }) => one.path)]).toEqual([
      400,
      message,
      [path],
    ])
  })

  test('refuses what overlaps with a member, or with a range of an IP pool, and the other way round', async () => {
    const name = await pool([{ subnet: '10.3.0.0/24' }])
    const other = await pool([])
    for (const subnet of ['10.3.0.0/24', '10.3.0.128/25', '10.0.0.0/8'])
      expect((await ask('POST', `${POOLS}/${other}/members/add`, { subnet })).status).toBe(400)
    await ask('POST', '/v1/system/ip-pools', { name: `ranges-${name}`, description: '' })
    const ranges = `/v1/system/ip-pools/ranges-${name}/ranges`
    const range = { first: '10.3.0.250', last: '10.3.1.9' }
    expect((await ask('POST', `${ranges}/add`, range)).body.message).toMatch(
      /overlaps with an existing subnet pool member: 10\.3\.0\.0\/24/,
    )
    expect((await ask('POST', `${ranges}/add`, { ...range, first: '10.3.1.0' })).status).toBe(201)
    expect((await ask('POST', `${POOLS}/${other}/members/add`, { subnet: '10.3.1.8/29' })).status).toBe(400)
  })

  test('tells the silos that may use it which prefix lengths it has, each range once', async () => {
    const lengths = { min_prefix_length: 26, max_prefix_length: 30 }
    const name = await pool([
      { subnet: '10.99.0.0/24', ...lengths },
      { subnet: '10.99.1.0/24', ...lengths },
      { subnet: '10.99.2.0/24', min_prefix_length: 25, max_prefix_length: 25 },
    ])
    const prefix_lengths = [
      { min: 25, max: 25 },
      { min: 26, max: 30 },
    ]
    const view = async () => (await ask('GET', `/v1/subnet-pools/${name}`)).body
    expect(await view()).toMatchObject({ prefix_lengths, largest_free: 25 })
    const lists = await Promise.all(
      ['/v1/subnet-pools', '/v1/system/silos/main/subnet-pools'].map((path) =>
        ask('GET', `${path}?limit=100`),
      ),
    )
    for (const { body } of lists)
      expect(body.items).toContainEqual(expect.objectContaining({ name, prefix_lengths }))
    await auto(name, 25)
    await auto(name, 25)
    expect(await view()).toMatchObject({ largest_free: 26 })
  })

  test('keeps members, links and itself while subnets are taken from it', async () => {
    const subnet = '10.4.0.0/24'
    const name = await pool([{ subnet }])
    const { body } = await auto(name, 28)
    expect((await ask('GET', `${POOLS}/${name}/utilization`)).body).toEqual({ capacity: 256, remaining: 240 })
    expect((await ask('POST', `${POOLS}/${name}/members/remove`, { subnet })).status).toBe(400)
    expect((await ask('DELETE', `${POOLS}/${name}/silos/main`)).status).toBe(400)
    expect(text(await ask('DELETE', `${POOLS}/${name}`))).toEqual([
      400,
      'Subnet pool cannot be deleted while it contains members',
    ])
    expect((await ask('DELETE', `/v1/external-subnets/${body.id}`)).status).toBe(204)
    expect((await ask('POST', `${POOLS}/${name}/members/remove`, { subnet })).status).toBe(204)
    expect((await ask('DELETE', `${POOLS}/${name}`)).status).toBe(204)
    expect((await ask('GET', `/v1/subnet-pools/${name}`)).status).toBe(404)
  })

  test('is the default of a silo, one per family', async () => {
    const [one, other, six] = [await pool([]), await pool([]), await pool([], 'v6')]
    const to = await addSilo(world.services, `silo-${count++}`)
    const link = (name: string, isDefault: boolean) =>
      ask('POST', `${POOLS}/${name}/silos`, { silo: to, is_default: isDefault })
    expect((await link(one, true)).status).toBe(201)
    expect((await link(one, false)).body.error_code).toBe('ObjectAlreadyExists')
    expect((await link(other, true)).body.error_code).toBe('ObjectAlreadyExists')
    expect((await link(six, true)).status).toBe(201)
    await link(other, false)
    expect((await ask('PUT', `${POOLS}/${other}/silos/${to}`, { is_default: true })).status).toBe(200)
    const { items } = (await ask('GET', `/v1/system/silos/${to}/subnet-pools`)).body
    expect(items.map((each: { name: string; is_default: boolean }) => [each.name, each.is_default])).toEqual([
      [one, false],
      [other, true],
      [six, true],
    ])
  })
})

describe('an external subnet', () => {
  test('is the lowest free one that a member allows, and comes back when it is deleted', async () => {
    const name = await pool([
      { subnet: '10.5.0.0/28', max_prefix_length: 28 },
      { subnet: '10.5.1.0/27', min_prefix_length: 28, max_prefix_length: 30 },
    ])
    expect((await auto(name, 30)).body.subnet).toBe('10.5.1.0/30')
    expect((await auto(name, 28)).body.subnet).toBe('10.5.0.0/28')
    const last = (await auto(name, 28)).body
    expect(last.subnet).toBe('10.5.1.16/28')
    expect(text(await auto(name, 28))).toEqual([
      507,
      'Insufficient capacity: No external subnets of this size available',
    ])
    expect((await auto(name, 27)).status).toBe(400)
    await ask('DELETE', `/v1/external-subnets/${last.id}`)
    expect((await auto(name, 28)).body.subnet).toBe('10.5.1.16/28')
  })

  test('is never allocated twice by concurrent requests', async () => {
    const name = await pool([{ subnet: '10.6.0.0/24' }])
    const answers = await Promise.all(Array.from({ length: 16 }, () => auto(name, 28)))
    expect(answers.map(({ body }) => String(body.subnet)).toSorted()).toEqual(
      Array.from({ length: 16 }, (_, at) => `10.6.0.${16 * at}/28`).toSorted(),
    )
  })

  test('can be a given one that is free, inside a member, and of an allowed size', async () => {
    await pool([{ subnet: '10.7.0.0/24', min_prefix_length: 26 }])
    expect((await explicit('10.7.0.64/26')).body.subnet).toBe('10.7.0.64/26')
    for (const subnet of ['10.7.0.64/26', '10.7.0.64/30', '10.7.0.0/25', '10.7.0.1/28', '192.0.2.0/28', 'x'])
      expect([subnet, (await explicit(subnet)).status]).toEqual([subnet, 400])
  })

  test('comes from the default pool of the silo', async () => {
    expect((await take({ type: 'auto', prefix_length: 28 })).status).toBe(404)
    const name = await pool([{ subnet: '10.8.0.0/24' }])
    await ask('PUT', `${POOLS}/${name}/silos/main`, { is_default: true })
    expect((await take({ type: 'auto', prefix_length: 28 })).body.subnet).toBe('10.8.0.0/28')
  })

  test('is attached to one instance of its project, and detached again', async () => {
    const name = await pool([{ subnet: '10.9.0.0/24' }])
    const { id } = (await auto(name, 28)).body
    const at = `/v1/external-subnets/${id}`
    const attach = (to: string) => ask('POST', `${at}/attach`, { instance: to })
    const web = (await ask('GET', '/v1/instances/web?project=shop')).body.id
    const far = (await ask('GET', '/v1/instances/far?project=other')).body.id
    expect((await attach('web')).body.instance_id).toBe(web)
    expect((await attach(web)).status).toBe(202)
    expect((await attach('api')).status).toBe(400)
    expect((await attach(far)).status).toBe(400)
    expect((await attach('nobody')).status).toBe(404)
    expect((await ask('GET', '/v1/instances/web/external-subnets?project=shop')).body).toMatchObject({
      items: [{ id }],
      next_page: null,
    })
    expect((await ask('DELETE', at)).status).toBe(400)
    for (let time = 0; time < 2; time++)
      expect((await ask('POST', `${at}/detach`)).body.instance_id).toBeNull()
    // It outlives its instance.
    await attach('api')
    expect((await ask('DELETE', '/v1/instances/api?project=shop')).status).toBe(204)
    expect((await ask('GET', at)).body.instance_id).toBeNull()
    expect((await ask('DELETE', at)).status).toBe(204)
  })

  test('of another silo is not found, nor is its pool', async () => {
    const name = await pool([{ subnet: '10.10.0.0/24' }])
    const { id } = (await auto(name, 28)).body
    const to = `silo-${count++}`
    await addSilo(world.services, to)
    await addUser(world.services, to, 'eve', { silo: 'admin' })
    const cookie = await world.signIn('eve', 'eve', to)
    await ask('POST', '/v1/projects', { name: 'shop', description: '' }, cookie)
    for (const path of [`/v1/external-subnets/${id}`, `/v1/subnet-pools/${name}`])
      expect([path, (await ask('GET', path, undefined, cookie)).status]).toEqual([path, 404])
    const theirs = { type: 'auto', prefix_length: 28, pool_selector: { type: 'explicit', pool: name } }
    expect((await take(theirs, cookie)).status).toBe(404)
    expect((await take({ type: 'explicit', subnet: '10.10.0.128/28' }, cookie)).status).toBe(400)
    expect((await ask('GET', `${POOLS}/${name}`, undefined, cookie)).status).toBe(403)
    expect(
      (await ask('POST', `${POOLS}/${name}/members/add`, { subnet: '10.11.0.0/24' }, cookie)).status,
    ).toBe(403)
  })
})

test('an instance is deleted without its external subnet, which the plan, the search and the counts name', async () => {
  const name = await pool([{ subnet: '10.77.0.0/24' }])
  const { body: taken } = await auto(name, 28)
  const { body: made } = await ask('POST', '/v1/instances?project=shop', {
    name: 'holder',
    description: '',
    hostname: 'holder',
    ncpus: 1,
    memory: GiB,
    start: false,
  })
  const { db } = world.services
  await db.updateTable('instance').set({ run_state: 'stopped' }).where('id', '=', made.id).execute()
  await ask('POST', `/v1/external-subnets/${taken.id}/attach`, { instance: made.id })
  const plan = await ask('GET', `/experimental/v1/instances/${made.id}/deletion-plan`)
  expect(plan.body.keeps.external_subnets).toEqual([{ id: taken.id, name: taken.name, subnet: taken.subnet }])
  const found = async (text: string) => (await ask('GET', `/experimental/v1/search?text=${text}`)).body.items
  const result = { kind: 'external-subnet', name: taken.name, project_name: 'shop', address: taken.subnet }
  expect(await found(taken.name)).toMatchObject([result])
  expect(await found('10.77.0.9')).toMatchObject([result])
  expect(await found('10.77.0.16')).toEqual([])
  expect((await ask('DELETE', `/v1/instances/${made.id}`)).status).toBe(204)
  expect((await ask('GET', `/v1/external-subnets/${taken.id}`)).body.instance_id).toBeNull()
  const { items } = (await ask('GET', '/v1/external-subnets?project=shop')).body
  const counts = (await ask('GET', '/experimental/v1/projects/shop/counts')).body
  expect(counts.external_subnets).toEqual({ count: items.length, is_capped: false })
})
