import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneOfEach } from '../../test/one-of-each.ts'
import { addUser, siloId } from '../../test/people.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { tableCounts } from '../../test/table-counts.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let ids: Awaited<ReturnType<typeof oneOfEach>>
let count = 0
beforeAll(async () => {
  world = await openWorld()
  await world.controlPlane.stop()
  ids = await oneOfEach(world)
  await world.ask('POST', '/v1/projects', { name: 'other', description: '' })
  await world.ask('POST', '/v1/me/ssh-keys', {
    name: 'laptop',
    description: '',
    public_key: PUBLIC_KEY,
  })
  await world.ask('POST', '/v1/me/ssh-keys', {
    name: 'desktop',
    description: '',
    public_key: PUBLIC_KEY,
  })
})
afterAll(() => world.close())

const base = () => {
  const name = `vm-${count++}`
  return { name, description: '', hostname: name, ncpus: 1, memory: GiB, start: false }
}
const create = (change: object = {}) =>
  world.ask('POST', '/v1/instances?project=shop', { ...base(), ...change })
const of = async (id: string, list: string) =>
  (await world.ask('GET', `/v1/instances/${id}/${list}`)).body.items
const nics = async (id: string) =>
  (await world.ask('GET', `/v1/network-interfaces?instance=${id}`)).body.items
const blank = (name: string, size = GiB) => ({
  type: 'create',
  name,
  description: '',
  size,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
const ephemeral = (ip_version: string) => ({ type: 'ephemeral', pool_selector: { type: 'auto', ip_version } })
const nic = (name: string, subnet_name = 'default', more: object = {}) => ({
  name,
  description: '',
  vpc_name: 'default',
  subnet_name,
  ...more,
})
const nicList = (...params: object[]) => ({ network_interfaces: { type: 'create', params } })

describe('what a new instance gets', () => {
  test('by itself: one dual-stack interface, a shared address, all keys of who creates it, no disk', async () => {
    const { status, body } = await create({
      memory: 3 * GiB,
      ncpus: 2,
      user_data: btoa('#cloud-config'),
      hostname: 'db.corp',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      project_id: ids.project,
      ncpus: 2,
      memory: 3 * GiB,
      hostname: 'db.corp',
      run_state: 'creating',
      boot_disk_id: null,
      auto_restart_policy: null,
      auto_restart_enabled: true,
      auto_restart_cooldown_expiration: null,
      time_last_auto_restarted: null,
      cpu_platform: null,
      enable_jumbo_frames: false,
    })
    expect(await nics(body.id)).toMatchObject([
      {
        name: 'net0',
        description: `default primary interface for ${body.name}`,
        primary: true,
        mac: expect.stringMatching(/^A8:40:25:F/),
        ip_stack: { type: 'dual_stack', value: { v4: { transit_ips: [] }, v6: { transit_ips: [] } } },
      },
    ])
    expect(await of(body.id, 'external-ips')).toMatchObject([{ kind: 'snat' }])
    expect(await of(body.id, 'disks')).toEqual([])
    expect((await of(body.id, 'ssh-public-keys')).map((key: { name: string }) => key.name)).toEqual([
      'desktop',
      'laptop',
    ])
  })

  test.each([
    ['default_ipv4', ['v4'], ['snat']],
    ['default_ipv6', ['v6'], []],
    ['none', [], []],
  ])('networking %s', async (type, stacks, externals) => {
    const { status, body } = await create({ network_interfaces: { type } })
    expect(status).toBe(201)
    expect((await nics(body.id)).map((one: { ip_stack: { type: string } }) => one.ip_stack.type)).toEqual(
      stacks,
    )
    expect((await of(body.id, 'external-ips')).map((one: { kind: string }) => one.kind)).toEqual(externals)
    const { items } = (await world.ask('GET', `/v1/instances?project=shop&name_contains=${body.name}`)).body
    // It is not reached by an address that it only sends from.
    expect(items.map((one: { external_ips: string[] }) => one.external_ips)).toEqual([[]])
  })

  test('interfaces as listed, the first one primary, with the addresses that were asked for', async () => {
    const { services } = world
    const [subnet] = await services.db
      .selectFrom('vpc_subnet')
      .selectAll()
      .where('id', '=', ids.subnet)
      .execute()
    await services.db
      .insertInto('vpc_subnet')
      .values({
        ...subnet!,
        id: crypto.randomUUID(),
        name: 'back',
        ipv4_block: '10.1.0.0/28',
        ipv6_block: 'fd00:1:2:3::/64',
      })
      .execute()
    const explicit = { type: 'v4', value: { ip: { type: 'explicit', value: '172.30.1.7' } } }
    const { status, body } = await create(
      nicList(nic('a', 'default', { ip_config: explicit }), nic('b', 'back')),
    )
    expect(status).toBe(201)
    const list = await nics(body.id)
    expect(list).toMatchObject([
      { name: 'a', primary: true, ip_stack: { type: 'v4', value: { ip: '172.30.1.7' } } },
      {
        name: 'b',
        primary: false,
        ip_stack: { type: 'dual_stack', value: { v4: { ip: '10.1.0.5' }, v6: { ip: 'fd00:1:2:3::5' } } },
      },
    ])
  })

  test('disks made for it and disks that were there, the boot disk among them', async () => {
    await world.ask('POST', '/v1/disks?project=shop', { ...blank('spare'), type: undefined })
    const { status, body } = await create({
      boot_disk: {
        ...blank('boot'),
        disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id: ids.image } },
      },
      disks: [
        blank('extra', 2 * GiB),
        { type: 'attach', name: 'spare' },
        { ...blank('fast'), disk_backend: { type: 'local' } },
      ],
    })
    expect(status).toBe(201)
    const disks = await of(body.id, 'disks')
    expect(disks).toMatchObject([
      {
        name: 'boot',
        id: body.boot_disk_id,
        image_id: ids.image,
        state: { state: 'creating' },
        device_path: '/mnt/boot',
      },
      { name: 'extra', size: 2 * GiB, disk_type: 'distributed', block_size: 512 },
      { name: 'fast', disk_type: 'local', block_size: 4096 },
      { name: 'spare' },
    ])
  })

  test('addresses of every kind', async () => {
    const { body } = await create({
      external_ips: [ephemeral('v4'), ephemeral('v6'), { type: 'floating', floating_ip: 'front' }],
    })
    const list = await of(body.id, 'external-ips')
    expect(list.map((one: { kind: string }) => one.kind).toSorted()).toEqual([
      'ephemeral',
      'ephemeral',
      'floating',
      'snat',
    ])
    expect((await world.ask('GET', '/v1/floating-ips/front?project=shop')).body.instance_id).toBe(body.id)
    const { items } = (await world.ask('GET', `/v1/instances?project=shop&name_contains=${body.name}`)).body
    const ips = (kind: string): string[] =>
      list
        .filter((one: { kind: string }) => one.kind === kind)
        .map(({ ip }: { ip: string }) => ip)
        .toSorted()
    const listed: string[] = items.find(({ id }: { id: string }) => id === body.id).external_ips
    expect([listed[0], ...listed.slice(1).toSorted()]).toEqual([...ips('floating'), ...ips('ephemeral')])
  })

  test('the keys that were named, once each, or none', async () => {
    const { id } = (await world.ask('GET', '/v1/me/ssh-keys/laptop')).body
    const named = await create({ ssh_public_keys: ['laptop', id] })
    expect(await of(named.body.id, 'ssh-public-keys')).toMatchObject([{ name: 'laptop' }])
    expect(await of((await create({ ssh_public_keys: [] })).body.id, 'ssh-public-keys')).toEqual([])
  })

  test('its groups, named twice or not', async () => {
    const { body } = await create({ anti_affinity_groups: ['spread', ids.group] })
    expect(await of(body.id, 'anti-affinity-groups')).toMatchObject([{ name: 'spread' }])
  })

  test('a place and quota when it is to start, and none when there is no place: it is there all the same', async () => {
    const started = await create({ start: true })
    expect(started.status).toBe(201)
    const row = (id: string) =>
      world.services.db.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await row(started.body.id)).toMatchObject({
      wanted_state: 'running',
      charged: 1,
      sled_id: expect.any(String),
    })
    const tooBig = await create({ start: true, ncpus: 254 })
    expect(tooBig.status).toBe(201)
    expect(await row(tooBig.body.id)).toMatchObject({ wanted_state: 'stopped', charged: 0, sled_id: null })
    expect(tooBig.body.start_problem).toMatch(
      /^Insufficient capacity: Failed to place instance: it wants 254 vCPUs and .* any one sled has at most /,
    )
    expect((await world.ask('GET', `/v1/instances/${tooBig.body.id}`)).body).toMatchObject({
      start_problem: tooBig.body.start_problem,
    })
    expect(started.body.start_problem).toBeNull()
  })
})

describe('what is refused leaves nothing behind', () => {
  const tooMany = Array.from({ length: 13 }, (_, at) => blank(`d${at}`))
  const long = btoa('x'.repeat(32 * 1024 + 1))
  const disk = (change: object) => ({ disks: [blank('good'), { ...blank('bad'), ...change }] })
  const source = (disk_source: object) => ({ disk_backend: { type: 'distributed', disk_source } })
  const v4 = (value: string) => ({ ip_config: { type: 'v4', value: { ip: { type: 'explicit', value } } } })
  const nobody = crypto.randomUUID()
  test.each<[string, () => object, number, RegExp]>([
    ['no CPU', () => ({ ncpus: 0 }), 400, /^cannot have less than 1 vCPU per instance$/],
    ['255 CPUs', () => ({ ncpus: 255 }), 400, /^cannot have more than 254 vCPUs per instance$/],
    [
      'little memory',
      () => ({ memory: GiB - 1 }),
      400,
      /^unsupported value for "size": memory must be at least 1 GiB$/,
    ],
    ['odd memory', () => ({ memory: GiB + 1 }), 400, /memory must be divisible by 1 GiB$/],
    ['much memory', () => ({ memory: 1537 * GiB }), 400, /memory must be less than or equal to 1536 GiB$/],
    ['13 disks', () => ({ disks: tooMany }), 400, /^cannot attach more than 12 disks to instance$/],
    [
      'a boot disk and 12 others',
      () => ({ boot_disk: tooMany[0], disks: tooMany.slice(1) }),
      400,
      /12 disks/,
    ],
    [
      'two disks of a name',
      () => ({ disks: [blank('good'), blank('good')] }),
      400,
      /^already exists: disk "good"$/,
    ],
    [
      'a disk that is there, named twice',
      () => ({ boot_disk: { type: 'attach', name: 'any' }, disks: [{ type: 'attach', name: 'any' }] }),
      400,
      /^disk "any" is to be attached twice$/,
    ],
    [
      'a disk of a name that is taken',
      () => ({ disks: [blank('data')] }),
      400,
      /^already exists: disk "data"$/,
    ],
    [
      'a disk that is elsewhere',
      () => ({ disks: [{ type: 'attach', name: 'data' }] }),
      400,
      /attached to another instance/,
    ],
    [
      'a disk that is not there',
      () => ({ disks: [blank('good'), { type: 'attach', name: 'none' }] }),
      404,
      /disk with name "none"/,
    ],
    ['a disk that is too small', () => disk({ size: GiB / 2 }), 400, /total size must be at least 1 GiB/],
    ['a disk of half a GiB more', () => disk({ size: 1.5 * GiB }), 400, /multiple of 1 GiB/],
    ['a disk that is too large', () => disk({ size: 1024 * GiB }), 400, /1023 GiB/],
    [
      'a disk smaller than its image',
      () => disk({ size: 1, ...source({ type: 'image', image_id: ids.image }) }),
      400,
      /size/,
    ],
    [
      'a disk of no image',
      () => disk(source({ type: 'image', image_id: nobody })),
      404,
      /not found: silo-image/,
    ],
    [
      'a disk of no snapshot',
      () => disk(source({ type: 'snapshot', snapshot_id: nobody })),
      404,
      /not found: snapshot/,
    ],
    [
      'a disk to be imported',
      () => disk(source({ type: 'importing_blocks', block_size: 512 })),
      400,
      /cannot attach disk "bad"/,
    ],
    [
      'more storage than the quota',
      () => ({
        disks: Array.from({ length: 12 }, (_, at) => ({
          ...blank(`q${at}`, 8192 * GiB),
          disk_backend: { type: 'local' },
        })),
      }),
      507,
      /^Insufficient capacity: Storage Limit Exceeded: /,
    ],
    ['no interface in the list', () => nicList(), 400, /network interface/],
    [
      'nine interfaces',
      () => nicList(...Array.from({ length: 9 }, (_, at) => nic(`n${at}`))),
      400,
      /8 network interfaces/,
    ],
    [
      'interfaces in two VPCs',
      () => nicList(nic('a'), { ...nic('b'), vpc_name: 'second' }),
      400,
      /span multiple VPCs/,
    ],
    ['two interfaces in a subnet', () => nicList(nic('a'), nic('b')), 400, /distinct subnet/],
    [
      'two interfaces of a name',
      () => nicList(nic('a'), nic('a', 'back')),
      400,
      /^already exists: instance-network-interface "a"$/,
    ],
    [
      'an interface in no subnet',
      () => nicList(nic('a', 'none')),
      404,
      /^not found: vpc-subnet with name "none"$/,
    ],
    ['an address outside', () => nicList(nic('a', 'default', v4('10.0.0.9'))), 400, /10\.0\.0\.9/],
    [
      'a reserved address',
      () => nicList(nic('a', 'default', v4('172.30.0.4'))),
      400,
      /^The first 5 addresses of a subnet are reserved$/,
    ],
    [
      'the broadcast address',
      () => nicList(nic('a', 'default', v4('172.30.3.255'))),
      400,
      /^Cannot request a broadcast address$/,
    ],
    ['an address that is taken', () => nicList(nic('a', 'default', v4('172.30.0.5'))), 400, /not available/],
    [
      '33 addresses',
      () => ({ external_ips: Array.from({ length: 33 }, () => ephemeral('v4')) }),
      400,
      /32 external IP/,
    ],
    [
      'three ephemeral addresses',
      () => ({ external_ips: [ephemeral('v4'), ephemeral('v6'), ephemeral('v4')] }),
      400,
      /ephemeral/,
    ],
    [
      'two ephemeral addresses of a family',
      () => ({ external_ips: [ephemeral('v4'), ephemeral('v4')] }),
      400,
      /ephemeral/,
    ],
    [
      'two ephemeral addresses of which one says no family',
      () => ({ external_ips: [ephemeral('v4'), { type: 'ephemeral' }] }),
      400,
      /^of two ephemeral IP addresses each must specify ip_version or a pool$/,
    ],
    [
      'an address of no family, with two defaults',
      () => ({ external_ips: [{ type: 'ephemeral' }] }),
      400,
      /multiple default unicast pools/,
    ],
    [
      'an address of a family that its interface lacks',
      () => ({ network_interfaces: { type: 'default_ipv6' }, external_ips: [ephemeral('v4')] }),
      400,
      /IPv4/,
    ],
    [
      'an address without any interface',
      () => ({ network_interfaces: { type: 'none' }, external_ips: [ephemeral('v6')] }),
      400,
      /IPv6/,
    ],
    [
      'an address of no pool',
      () => ({ external_ips: [{ type: 'ephemeral', pool_selector: { type: 'explicit', pool: 'none' } }] }),
      404,
      /^not found: ip-pool with name "none"$/,
    ],
    [
      'a floating address that is elsewhere',
      () => ({ external_ips: [ephemeral('v4'), { type: 'floating', floating_ip: 'front' }] }),
      400,
      /floating IP "front" cannot be attached .* still attached to another/,
    ],
    [
      'a floating address that is not there',
      () => ({ external_ips: [{ type: 'floating', floating_ip: 'none' }] }),
      404,
      /floating-ip/,
    ],
    [
      'an unknown key',
      () => ({ disks: [blank('good')], ssh_public_keys: ['none'] }),
      404,
      /^not found: ssh-key with name "none"$/,
    ],
    [
      'an unknown group',
      () => ({ anti_affinity_groups: ['none'] }),
      404,
      /^not found: anti-affinity-group with name "none"$/,
    ],
    [
      '101 keys',
      () => ({ ssh_public_keys: Array.from({ length: 101 }, () => 'laptop') }),
      400,
      /^unable to parse JSON body: ssh_public_keys: /,
    ],
    ['user data that is not base64', () => ({ user_data: '%%%' }), 400, /user_data/],
    ['long user data', () => ({ user_data: long }), 400, /user_data/],
    ['jumbo frames', () => ({ enable_jumbo_frames: true }), 400, /jumbo frames/],
    [
      'a host name with an underscore',
      () => ({ hostname: 'a_b' }),
      400,
      /^unable to parse JSON body: hostname: /,
    ],
    ['a host name that is too long', () => ({ hostname: 'a'.repeat(254) }), 400, /hostname/],
    [
      'a name that is taken',
      () => ({ name: 'web', disks: [blank('good')] }),
      400,
      /^already exists: instance "web"$/,
    ],
  ])('%s', async (_, change, status, message) => {
    const before = await tableCounts(world)
    const answer = await create(change())
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status,
      message: expect.stringMatching(message),
    })
    expect(await tableCounts(world)).toEqual(before)
  })

  test('a network without a pool to be shared', async () => {
    const { db } = world.services
    await db.updateTable('ip_pool_silo').set({ is_default: 0 }).execute()
    const before = await tableCounts(world)
    const { status, body } = await create({ disks: [blank('good')] })
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: 'not found: default unicast IPv4 pool for current silo',
    })
    expect(
      (await create({ network_interfaces: { type: 'default_ipv6' }, external_ips: [ephemeral('v6')] })).body
        .message,
    ).toBe('not found: default unicast IPv6 pool for current silo')
    expect(await tableCounts(world)).toEqual(before)
    await db.updateTable('ip_pool_silo').set({ is_default: 1 }).execute()
  })

  test('a default subnet that was deleted', async () => {
    const { status, body } = await world.ask('POST', '/v1/instances?project=other', base())
    expect(status).toBe(201)
    await world.services.db
      .updateTable('instance')
      .set({ run_state: 'stopped' })
      .where('id', '=', body.id)
      .execute()
    expect((await world.ask('DELETE', `/v1/instances/${body.id}`)).status).toBe(204)
    await world.ask('DELETE', '/v1/vpc-subnets/default?project=other&vpc=default')
    expect((await world.ask('POST', '/v1/instances?project=other', base())).body.message).toBe(
      'not found: vpc-subnet with name "default"',
    )
  })

  test('a group with 32 members', async () => {
    const { db } = world.services
    const silo = await siloId(world.services)
    expect(silo).toBe(ids.silo)
    const members = await db.selectFrom('instance').select('id').execute()
    for (const { id } of members)
      await db
        .insertInto('anti_affinity_group_member')
        .values({ group_id: ids.group, instance_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    for (let at = members.length; at < 32; at++) {
      const { status } = await create({
        anti_affinity_groups: ['spread'],
        network_interfaces: { type: 'none' },
      })
      expect(status).toBe(201)
    }
    const before = await tableCounts(world)
    expect((await create({ anti_affinity_groups: ['spread'] })).body.message).toBe(
      'group already has maximum allowed members (32)',
    )
    expect(await tableCounts(world)).toEqual(before)
  })
})

test('keys are those of who creates the instance, not of who looks', async () => {
  await addUser(world.services, 'main', 'colleague', { silo: 'admin' })
  const cookie = await world.signIn('colleague', 'colleague')
  expect(
    (
      await world.ask(
        'POST',
        '/v1/instances?project=shop',
        { ...base(), ssh_public_keys: ['laptop'] },
        cookie,
      )
    ).status,
  ).toBe(404)
  const { body } = await world.ask('POST', '/v1/instances?project=shop', base(), cookie)
  expect(await of(body.id, 'ssh-public-keys')).toEqual([])
})
