import { fixedWidth } from '@granary/domain/ip.ts'
import { LIMITS, limitMessage } from '@granary/domain/limits.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useAndRows } from '../../test/quota.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
  await world.controlPlane.stop()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const create = (change: object = {}) => {
  const name = `vm-${count++}`
  const body = { name, description: '', hostname: name, ncpus: 1, memory: GiB, start: false, ...change }
  return world.ask('POST', '/v1/instances?project=shop', body)
}
const ephemeral = { type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v4' } }
const external = async (id: string) => (await world.ask('GET', `/v1/instances/${id}/external-ips`)).body.items
const of = async (id: string, kind: string) =>
  (await external(id)).find((one: { kind: string }) => one.kind === kind)
const remove = async (id: string) => {
  await world.services.db.updateTable('instance').set({ run_state: 'stopped' }).where('id', '=', id).execute()
  expect((await world.ask('DELETE', `/v1/instances/${id}`)).status).toBe(204)
}
const primary = async (id: string) =>
  (await world.ask('GET', `/v1/network-interfaces?instance=${id}`)).body.items[0]

/** Replaces the ranges of the default IPv4 pool and frees every address in it. */
async function pool(...ranges: [first: string, last: string][]) {
  const { db } = world.services
  for (const { id } of await db.selectFrom('instance').select('id').execute()) await remove(id)
  const { id } = await db
    .selectFrom('ip_pool')
    .select('id')
    .where('name', '=', 'default-v4')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('external_ip').execute()
  await db.deleteFrom('ip_pool_range').where('ip_pool_id', '=', id).execute()
  for (const [first, last] of ranges)
    await db
      .insertInto('ip_pool_range')
      .values({
        id: crypto.randomUUID(),
        ip_pool_id: id,
        first_address: fixedWidth(first),
        last_address: fixedWidth(last),
        time_created: world.services.clock.now().toISOString(),
      })
      .execute()
}

describe('concurrent requests', () => {
  beforeEach(() => pool(['203.0.113.0', '203.0.113.255']))

  test('create 32 instances, no two of which share an address, a MAC or a quarter', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        create({
          start: true,
          external_ips: [ephemeral],
          boot_disk: {
            type: 'create',
            name: `many-${at}`,
            description: '',
            size: GiB,
            disk_backend: { type: 'local' },
          },
        }),
      ),
    )
    expect(answers.map(({ status, body }) => `${status} ${body.message ?? ''}`)).toEqual(
      answers.map(() => '201 '),
    )
    const { db } = world.services
    const nics = await db.selectFrom('network_interface').selectAll().execute()
    expect(nics).toHaveLength(32)
    for (const key of ['mac', 'ipv4', 'ipv6'] as const)
      expect(new Set(nics.map((nic) => nic[key])).size).toBe(32)
    // The lowest addresses are taken, so there are no gaps either.
    expect(nics.map((nic) => String(nic.ipv4)).toSorted()).toEqual(
      Array.from({ length: 32 }, (_, at) => fixedWidth(`172.30.0.${5 + at}`)),
    )
    const addresses = await db.selectFrom('external_ip').selectAll().execute()
    const whole = addresses.filter((one) => one.kind === 'ephemeral')
    const shared = addresses.filter((one) => one.kind === 'snat')
    expect(new Set(whole.map((one) => one.ip)).size).toBe(32)
    expect(new Set(shared.map((one) => `${one.ip}/${one.first_port}`)).size).toBe(32)
    expect(whole.filter((one) => shared.some((other) => other.ip === one.ip))).toEqual([])
    expect(new Set(shared.map((one) => one.ip)).size).toBe(8)
    const { used, rows } = await useAndRows(world)
    expect(used).toEqual(rows)
    expect(Object.values(used).some((use) => use.cpus === 32 && use.storage === 32 * GiB)).toBe(true)
  })

  test('create one of 16 projects with the same name, and one of 16 instances too', async () => {
    const ask = (path: string, body: object) =>
      Promise.all(Array.from({ length: 16 }, () => world.ask('POST', path, body)))
    const instance = { name: 'same', description: '', hostname: 'same', ncpus: 1, memory: GiB }
    for (const [path, body] of [
      ['/v1/projects', { name: 'same', description: '' }],
      ['/v1/instances?project=shop', instance],
    ] as const) {
      const answers = await ask(path, body)
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array.from({ length: 15 }, () => 400),
      ])
      const refused = answers.filter((answer) => answer.status === 400)
      expect(new Set(refused.map((answer) => answer.body.error_code))).toEqual(
        new Set(['ObjectAlreadyExists']),
      )
    }
  })

  test('attach one disk to one instance', async () => {
    const { body: disk } = await world.ask('POST', '/v1/disks?project=shop', {
      name: 'wanted',
      description: '',
      size: GiB,
      disk_backend: { type: 'local' },
    })
    const instances = await Promise.all(
      Array.from({ length: 8 }, () => create({ network_interfaces: { type: 'none' } })),
    )
    const answers = await Promise.all(
      instances.map(({ body }) =>
        world.ask('POST', `/v1/instances/${body.id}/disks/attach`, { disk: disk.id }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      202, 400, 400, 400, 400, 400, 400, 400,
    ])
  })
})

describe('the shared address', () => {
  test('is split into quarters, lowest first, and a released quarter is reused', async () => {
    await pool(['203.0.113.10', '203.0.113.20'])
    const made = []
    for (let at = 0; at < 5; at++) made.push((await create()).body.id as string)
    const quarters = await Promise.all(made.map((id) => of(id, 'snat')))
    expect(quarters.map(({ ip, first_port, last_port }) => `${ip} ${first_port}-${last_port}`)).toEqual([
      '203.0.113.10 0-16383',
      '203.0.113.10 16384-32767',
      '203.0.113.10 32768-49151',
      '203.0.113.10 49152-65535',
      '203.0.113.11 0-16383',
    ])
    await remove(made[1]!)
    const { body } = await create()
    expect(await of(body.id, 'snat')).toMatchObject({ ip: '203.0.113.10', first_port: 16_384 })
  })
})

const anyAddress = {
  description: '',
  address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
}

describe('a whole address', () => {
  test('is the lowest free one, range after range', async () => {
    await pool(['203.0.113.50', '203.0.113.51'], ['203.0.113.10', '203.0.113.12'])
    const first = (await create({ external_ips: [ephemeral] })).body.id
    // The shared address of the first instance is 10.
    expect(await of(first, 'ephemeral')).toMatchObject({ ip: '203.0.113.11' })
    const others = []
    for (let at = 0; at < 3; at++) others.push((await create({ external_ips: [ephemeral] })).body.id)
    const ips = await Promise.all(others.map(async (id) => (await of(id, 'ephemeral')).ip))
    expect(ips).toEqual(['203.0.113.12', '203.0.113.50', '203.0.113.51'])
    await remove(first)
    expect(await of((await create({ external_ips: [ephemeral] })).body.id, 'ephemeral')).toMatchObject({
      ip: '203.0.113.11',
    })
  })

  test('is refused when the pool has none left, and nothing is allocated', async () => {
    await pool(['203.0.113.10', '203.0.113.11'])
    expect((await create({ external_ips: [ephemeral] })).status).toBe(201)
    const before = await world.services.db.selectFrom('external_ip').selectAll().execute()
    const { status, body } = await create({ external_ips: [ephemeral] })
    expect({ status, ...body }).toMatchObject({
      status: 507,
      error_code: 'InsufficientCapacity',
      message: 'Insufficient capacity: No external IP addresses available',
    })
    expect(await world.services.db.selectFrom('external_ip').selectAll().execute()).toEqual(before)
    // Three quarters of the shared address are free.
    for (let at = 0; at < 3; at++) expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(507)
  })

  test('is refused when the pool has no range', async () => {
    await pool()
    expect((await create()).status).toBe(507)
  })

  test('leaves some addresses of a larger pool for source NAT, so that instances can still be created', async () => {
    // One in 16: two of these, of which the shared address of the first instance is one.
    await pool(['203.0.113.0', '203.0.113.31'])
    const floating = (n: number) =>
      world.ask('POST', '/v1/floating-ips?project=shop', { ...anyAddress, name: `kept-${n}` })
    await create()
    for (let n = 0; n < 30; n++) expect((await floating(n)).status).toBe(201)
    const { status, body } = await floating(30)
    expect({ status, ...body }).toMatchObject({
      status: 507,
      message:
        'Insufficient capacity: No external IP addresses available: 2 of this pool are kept for source NAT',
    })
    for (let at = 0; at < 7; at++) expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(507)
  })

  test('is refused when the silo has as many of the pool as it may have', async () => {
    await pool(['10.0.0.0', '10.0.255.255'])
    const { db } = world.services
    const { id: project_id } = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
    const { ip_pool_id } = await db
      .selectFrom('ip_pool_range')
      .select('ip_pool_id')
      .where('first_address', '=', fixedWidth('10.0.0.0'))
      .executeTakeFirstOrThrow()
    const time = world.services.clock.now().toISOString()
    const row = {
      kind: 'floating',
      ip_pool_id,
      project_id,
      instance_id: null,
      description: '',
      first_port: 0,
      last_port: 65_535,
      tags: '{}',
      time_created: time,
      time_modified: time,
    } as const
    for (let n = 0; n < LIMITS.addresses.max; n += 64)
      await db
        .insertInto('external_ip')
        .values(
          Array.from({ length: 64 }, (_, at) => ({
            ...row,
            id: crypto.randomUUID(),
            name: `many-${n + at}`,
            ip: fixedWidth(`10.0.${Math.floor((n + at) / 256)}.${(n + at) % 256}`),
          })),
        )
        .execute()
    const answer = await world.ask('POST', '/v1/floating-ips?project=shop', { ...anyAddress, name: 'more' })
    expect([answer.status, answer.body.message]).toEqual([400, limitMessage('addresses')])
    const { settings } = world.services
    world.services.settings = { ...settings, addressesPerSilo: LIMITS.addresses.max + 1 }
    const raised = () =>
      world.ask('POST', '/v1/floating-ips?project=shop', { ...anyAddress, name: `n-${crypto.randomUUID()}` })
    expect((await raised()).status).toBe(201)
    expect((await raised()).body.message).toBe(limitMessage('addresses', LIMITS.addresses.max + 1))
    world.services.settings = settings
  })

  test('can be the very last address', async () => {
    await pool(['255.255.255.254', '255.255.255.255'])
    expect((await create({ external_ips: [ephemeral] })).status).toBe(201)
    expect((await create({ external_ips: [ephemeral] })).status).toBe(507)
  })
})

describe('the address of an interface', () => {
  const small = async (block: string) => {
    await pool(['203.0.113.0', '203.0.113.255'])
    await world.services.db.updateTable('vpc_subnet').set({ ipv4_block: block }).execute()
  }

  test('is the lowest free one after the reserved ones', async () => {
    await small('172.30.0.0/22')
    const ids = []
    for (let at = 0; at < 3; at++) ids.push((await create()).body.id as string)
    const stack = async (id: string) => (await primary(id)).ip_stack.value
    expect((await stack(ids[0]!)).v4.ip).toBe('172.30.0.5')
    expect((await stack(ids[0]!)).v6.ip).toMatch(/::5$/)
    expect((await stack(ids[2]!)).v4.ip).toBe('172.30.0.7')
    await remove(ids[1]!)
    expect((await stack((await create()).body.id)).v4.ip).toBe('172.30.0.6')
  })

  test('is refused when the subnet is full', async () => {
    await small('172.30.0.0/29')
    for (const ip of ['172.30.0.5', '172.30.0.6'])
      expect((await primary((await create()).body.id)).ip_stack.value.v4.ip).toBe(ip)
    const { status, body } = await create()
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/no available IPv4 address/i),
    })
  })
})
