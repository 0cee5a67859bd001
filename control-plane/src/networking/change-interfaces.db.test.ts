import { fixedWidth } from '@granary/domain/ip.ts'
import { GiB, MAX_EXTERNAL_IPS_PER_INSTANCE, MAX_NICS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
let vm = ''
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const { db } = world.services
  const subnet = await db.selectFrom('vpc_subnet').selectAll().executeTakeFirstOrThrow()
  // No operation creates subnets yet.
  const others = Array.from({ length: MAX_NICS_PER_INSTANCE }, (_, at) => ({
    ...subnet,
    id: crypto.randomUUID(),
    name: `s${at}`,
    ipv4_block: `10.0.${at}.0/24`,
    ipv6_block: subnet.ipv6_block.replace('0:', `${at + 1}:`),
  }))
  await db.insertInto('vpc_subnet').values(others).execute()
  const ranges = await db.selectFrom('ip_pool').selectAll().execute()
  for (const pool of ranges) {
    const v4 = pool.ip_version === 'v4'
    await db.deleteFrom('ip_pool_range').where('ip_pool_id', '=', pool.id).execute()
    await db
      .insertInto('ip_pool_range')
      .values({
        id: crypto.randomUUID(),
        ip_pool_id: pool.id,
        first_address: v4 ? '00000000000000000000ffffcb007100' : '20010db8000000000000000000000000',
        last_address: v4 ? '00000000000000000000ffffcb0071ff' : '20010db80000000000000000000000ff',
        time_created: pool.time_created,
      })
      .execute()
  }
})
afterAll(() => world.close())
/** Creates a stopped instance. @returns its ID. */
async function makeInstance(project = 'shop'): Promise<string> {
  const name = `vm-${count++}`
  const body = { name, description: '', hostname: name, ncpus: 1, memory: GiB, start: false }
  const { id } = (await world.ask('POST', `/v1/instances?project=${project}`, body)).body
  await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'stopped')
  return id
}
beforeEach(async () => {
  vm = await makeInstance()
})

const create = (change: object = {}) =>
  world.ask('POST', `/v1/network-interfaces?instance=${vm}`, {
    name: `net${count++}`,
    description: '',
    vpc_name: 'default',
    subnet_name: 's0',
    ...change,
  })
const update = (id: string, body: object) => world.ask('PUT', `/v1/network-interfaces/${id}`, body)
const remove = (id: string) => world.ask('DELETE', `/v1/network-interfaces/${id}`)
const list = async () => (await world.ask('GET', `/v1/network-interfaces?instance=${vm}`)).body.items
const addresses = async () => (await world.ask('GET', `/v1/instances/${vm}/external-ips`)).body.items
const kinds = async () => (await addresses()).map(({ kind }: { kind: string }) => kind)
const brief = ({ status, body }: { status: number; body: { message?: string } | null }) =>
  `${status} ${body?.message ?? ''}`.trim()
const auto = { ip: { type: 'auto' } }
/** Sets the state of the instance once no task is left that could change it. */
async function put(run_state: 'running' | 'failed'): Promise<void> {
  const { db } = world.services
  await expect.poll(() => db.selectFrom('task').select('id').execute()).toEqual([])
  await db.updateTable('instance').set({ run_state }).where('id', '=', vm).execute()
}
const ephemeral = (version: string) =>
  world.ask('POST', `/v1/instances/${vm}/external-ips/ephemeral`, {
    pool_selector: { type: 'auto', ip_version: version },
  })

describe('an interface', () => {
  test('is added in another subnet, with the lowest free address', async () => {
    const { status, body } = await create({ name: 'second' })
    expect({ status, ...body }).toMatchObject({ status: 201, primary: false, instance_id: vm })
    expect(body.ip_stack.value.v4.ip).toMatch(/^10\.0\.0\.\d+$/)
    expect(body.mac).toMatch(/^A8:40:25:F/i)
    expect(brief(await create({ name: 'second', subnet_name: 's1' }))).toBe(
      '400 already exists: instance-network-interface "second"',
    )
    expect(brief(await create())).toMatch(/^400 .*distinct subnet/)
    expect(brief(await create({ subnet_name: 'none' }))).toBe('404 not found: vpc-subnet with name "none"')
  })

  test('is refused while the machine is up, beyond eight, and in another VPC', async () => {
    for (let at = 0; at < MAX_NICS_PER_INSTANCE - 1; at++)
      expect((await create({ subnet_name: `s${at}` })).status).toBe(201)
    expect(brief(await create({ subnet_name: 's7' }))).toBe(
      '400 cannot attach more than 8 network interfaces to instance',
    )
    await put('running')
    const [first] = await list()
    expect(brief(await create())).toBe('400 Instance must be stopped to attach a new network interface')
    expect(brief(await update(first.id, {}))).toBe(
      '400 Instance must be stopped to update its network interfaces',
    )
    expect(brief(await remove(first.id))).toBe(
      '400 Instance must be stopped or failed to detach a network interface',
    )
  })

  test('of a failed machine can be removed, but not added', async () => {
    const second = (await create()).body
    await put('failed')
    expect(brief(await create({ subnet_name: 's1' }))).toBe(
      '400 Instance must be stopped to attach a new network interface',
    )
    expect((await remove(second.id)).status).toBe(204)
  })

  test('is refused at an address that is not free', async () => {
    const at = (value: string, more: object = {}) =>
      create({ ip_config: { type: 'v4', value: { ip: { type: 'explicit', value } } }, ...more })
    expect(brief(await at('10.1.0.9'))).toMatch(/^400 .*10\.1\.0\.9/)
    expect(brief(await at('10.0.0.4'))).toBe('400 The first 5 addresses of a subnet are reserved')
    expect(brief(await at('10.0.0.255'))).toBe('400 Cannot request a broadcast address')
    expect((await at('10.0.0.77')).status).toBe(201)
    vm = await makeInstance()
    expect(brief(await at('10.0.0.77'))).toMatch(/^400 .*not available/)
  })

  test('takes a freed slot', async () => {
    const second = (await create({ subnet_name: 's1' })).body
    await create({ subnet_name: 's2' })
    expect((await remove(second.id)).status).toBe(204)
    await create({ subnet_name: 's3' })
    const slots = await world.services.db
      .selectFrom('network_interface')
      .select('slot')
      .where('instance_id', '=', vm)
      .orderBy('slot')
      .execute()
    expect(slots.map(({ slot }) => slot)).toEqual([0, 1, 2])
  })

  test('accepts traffic only for networks of its own families, from creation on', async () => {
    const only4 = (transitIps: string[]) => ({
      ip_config: { type: 'v4', value: { ...auto, transit_ips: transitIps } },
    })
    expect(brief(await create(only4(['10.9.0.1/16'])))).toMatch(/^400 10\.9\.0\.1\/16 is not a network/)
    const { status, body } = await create(only4(['10.9.0.0/16']))
    expect({ status, ...body }).toMatchObject({
      status: 201,
      ip_stack: { type: 'v4', value: { transit_ips: ['10.9.0.0/16'] } },
    })
    expect(brief(await update(body.id, { transit_ips: ['10.9.0.0/16', 'fd00:1::/64'] }))).toBe(
      '400 fd00:1::/64: the network interface has no IPv6 address',
    )
  })

  test('is renamed; omitted transit networks are cleared', async () => {
    const { id } = (await create()).body
    const changed = await update(id, { name: 'uplink', transit_ips: ['10.9.0.0/16', 'fd00:1::/64'] })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'uplink',
        ip_stack: { value: { v4: { transit_ips: ['10.9.0.0/16'] }, v6: { transit_ips: ['fd00:1::/64'] } } },
      },
    })
    expect((await update(id, {})).body.ip_stack.value.v4.transit_ips).toEqual([])
    expect(brief(await update(id, { transit_ips: ['10.9.0.1/16'] }))).toMatch(
      /^400 10\.9\.0\.1\/16 is not a network/,
    )
    expect(brief(await update(id, { transit_ips: ['10.0.0.0/8', '10.1.0.0/16'] }))).toMatch(
      /^400 .* overlaps/,
    )
    for (const network of ['224.0.0.0/8', 'ff02::/16', '127.0.0.0/8', '::1/128'])
      expect((await update(id, { transit_ips: [network] })).status).toBe(400)
  })
})

describe('the primary interface', () => {
  test('changes with a promotion; omitting `primary` never demotes', async () => {
    const { id } = (await create()).body
    expect((await update(id, { primary: true })).body.primary).toBe(true)
    expect((await update(id, { primary: false })).body.primary).toBe(true)
    const primaries = (await list()).filter(({ primary }: { primary: boolean }) => primary)
    expect(primaries.map((one: { id: string }) => one.id)).toEqual([id])
  })

  test('cannot be deleted while others exist or an address needs it', async () => {
    const [first] = await list()
    const second = (await create()).body
    expect(brief(await remove(first.id))).toMatch(/^400 the primary network interface may not be deleted/)
    await remove(second.id)
    expect((await ephemeral('v4')).status).toBe(202)
    expect(brief(await remove(first.id))).toMatch(/^400 the instance has an external IPv4 address/)
    const v6 = (await create({ ip_config: { type: 'v6', value: auto } })).body
    expect(brief(await update(v6.id, { primary: true }))).toMatch(
      /^400 the instance has an external IPv4 address/,
    )
  })

  test('decides whether the instance has a share of an address', async () => {
    expect(await kinds()).toEqual(['snat'])
    const v6 = (await create({ ip_config: { type: 'v6', value: auto } })).body
    await update(v6.id, { primary: true })
    expect(await kinds()).toEqual([])
    const other = (await list()).find(({ primary }: { primary: boolean }) => !primary)
    await update(other.id, { primary: true })
    expect(await kinds()).toEqual(['snat'])
    await remove(v6.id)
    await remove(other.id)
    expect(await kinds()).toEqual([])
    expect((await create({ subnet_name: 'default' })).body.primary).toBe(true)
    expect(await kinds()).toEqual(['snat'])
  })
})

describe('ephemeral addresses', () => {
  const detach = (query = '') => world.ask('DELETE', `/v1/instances/${vm}/external-ips/ephemeral${query}`)

  test('are limited to one per family; asking again returns the same', async () => {
    const first = await ephemeral('v4')
    expect(first).toMatchObject({ status: 202, body: { kind: 'ephemeral' } })
    expect((await ephemeral('v4')).body).toEqual(first.body)
    expect((await ephemeral('v6')).status).toBe(202)
    expect(brief(await detach())).toMatch(/^400 .*specify ip_version/)
    expect((await detach('?ip_version=v6')).status).toBe(204)
    expect((await detach()).status).toBe(204)
    expect(brief(await detach())).toBe('400 instance does not have an ephemeral IP attached')
    expect(await kinds()).toEqual(['snat'])
  })

  test('need an interface of their family, and a state that allows changes', async () => {
    const [first] = await list()
    await remove(first.id)
    expect(brief(await ephemeral('v4'))).toMatch(
      /^400 an external IPv4 address needs a primary network interface/,
    )
    await put('failed')
    expect(brief(await ephemeral('v4'))).toBe(
      '400 cannot change external IPs of an instance in state "failed"',
    )
    expect(brief(await detach())).toBe('400 cannot change external IPs of an instance in state "failed"')
  })
})

describe('floating addresses', () => {
  const make = (change: object = {}) =>
    world.ask('POST', '/v1/floating-ips?project=shop', {
      name: `ip-${count++}`,
      description: '',
      address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
      ...change,
    })
  const attach = (id: string, parent = vm) =>
    world.ask('POST', `/v1/floating-ips/${id}/attach`, { kind: 'instance', parent })

  test('are created, attached, detached and deleted', async () => {
    const { status, body } = await make({ name: 'front' })
    expect({ status, ...body }).toMatchObject({ status: 201, name: 'front', instance_id: null })
    expect(brief(await make({ name: 'front' }))).toBe('400 already exists: floating-ip "front"')
    expect(await attach(body.id)).toMatchObject({ status: 202, body: { instance_id: vm } })
    expect((await attach(body.id)).status).toBe(202)
    expect(await kinds()).toEqual(['floating', 'snat'])
    expect(brief(await world.ask('DELETE', `/v1/floating-ips/${body.id}`))).toBe(
      '400 Floating IP cannot be deleted while attached to an instance',
    )
    expect(await world.ask('POST', `/v1/floating-ips/${body.id}/detach`)).toMatchObject({
      status: 202,
      body: { instance_id: null },
    })
    expect((await world.ask('POST', `/v1/floating-ips/${body.id}/detach`)).status).toBe(202)
    const renamed = await world.ask('PUT', `/v1/floating-ips/${body.id}`, { name: 'back' })
    expect(renamed.body).toMatchObject({ name: 'back', ip: body.ip })
    expect((await world.ask('DELETE', `/v1/floating-ips/${body.id}`)).status).toBe(204)
  })

  test('can request a specific address, once', async () => {
    const certain = (ip: string) => make({ address_allocator: { type: 'explicit', ip } })
    expect((await certain('203.0.113.77')).body.ip).toBe('203.0.113.77')
    expect(brief(await certain('203.0.113.77'))).toBe('400 Requested external IP address not available')
    expect(brief(await certain('192.0.2.1'))).toBe('400 IP address 192.0.2.1 is not in any configured pool')
  })

  test.each([
    ['an unlinked pool', { type: 'explicit', pool: 'alone' }, '404 not found: ip-pool with name "alone"'],
    ['a multicast pool', { type: 'explicit', pool: 'groups' }, '400 IP pool "groups" is not a unicast pool'],
    [
      'one of two default pools',
      { type: 'auto' },
      '400 multiple default unicast pools exist: specify ip_version or a pool',
    ],
  ])('are refused from %s', async (_, pool_selector, message) => {
    await world.ask('POST', '/v1/system/ip-pools', { name: 'alone', description: '' })
    await world.ask('POST', '/v1/system/ip-pools', {
      name: 'groups',
      description: '',
      pool_type: 'multicast',
    })
    await world.ask('POST', '/v1/system/ip-pools/groups/silos', { silo: 'main', is_default: false })
    expect(brief(await make({ address_allocator: { type: 'auto', pool_selector } }))).toBe(message)
  })

  test('stay in their project, and are at most 32 of an instance', async () => {
    const { id } = (await make()).body
    await world.ask('POST', '/v1/projects', { name: 'elsewhere', description: '' })
    const other = await makeInstance('elsewhere')
    expect(brief(await attach(id, other))).toBe('400 floating IP must be in the same project as the instance')
    const { db } = world.services
    const row = await db.selectFrom('external_ip').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const held = Array.from({ length: MAX_EXTERNAL_IPS_PER_INSTANCE }, (_, at) => ({
      ...row,
      id: crypto.randomUUID(),
      name: `held-${count++}`,
      ip: fixedWidth(`192.0.2.${at}`),
      instance_id: vm,
    }))
    await db.insertInto('external_ip').values(held).execute()
    expect(brief(await attach(id))).toBe('400 an instance may not have more than 32 external IP addresses')
    expect(brief(await ephemeral('v4'))).toBe(
      '400 an instance may not have more than 32 external IP addresses',
    )
    expect((await attach(held[0]!.id)).status).toBe(202)
  })

  test('attach to one instance only', async () => {
    const { id } = (await make()).body
    await attach(id)
    const other = await makeInstance()
    expect(brief(await attach(id, other))).toMatch(
      /^400 floating IP "ip-\d+" cannot be attached to one instance while/,
    )
  })
})
