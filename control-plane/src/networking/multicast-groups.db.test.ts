import { MAX_MULTICAST_GROUPS } from '@granary/domain/multicast.ts'
import { limitMessage } from '@granary/domain/limits.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
const ask = (method: string, path: string, body?: unknown, as?: string) => world.ask(method, path, body, as)
const text = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body?.message]

beforeEach(async () => {
  world = await openWorld({ started: false })
  for (const name of ['shop', 'other']) await ask('POST', '/v1/projects', { name, description: '' })
  for (const [name, project] of [
    ['web', 'shop'],
    ['api', 'shop'],
    ['far', 'other'],
  ] as const)
    await create(name, project)
  await world.services.db.updateTable('instance').set({ run_state: 'stopped' }).execute()
})
afterEach(() => world.close())

const create = (name: string, project = 'shop', more: object = {}, as?: string) =>
  ask(
    'POST',
    `/v1/instances?project=${project}`,
    { name, description: '', hostname: name, ncpus: 1, memory: GiB, start: false, ...more },
    as,
  )

/** Creates a multicast pool that is linked to a silo. */
async function pool(
  name: string,
  first: string,
  last: string,
  isDefault = true,
  silo = 'main',
): Promise<void> {
  const version = first.includes(':') ? 'v6' : 'v4'
  const at = '/v1/system/ip-pools'
  const body = { name, description: '', ip_version: version, pool_type: 'multicast' }
  expect((await ask('POST', at, body)).status).toBe(201)
  expect(text(await ask('POST', `${at}/${name}/ranges/add`, { first, last }))).toEqual([201, undefined])
  await link(name, silo, isDefault)
}

async function link(pool: string, silo: string, isDefault: boolean): Promise<void> {
  const body = { silo, is_default: isDefault }
  expect(text(await ask('POST', `/v1/system/ip-pools/${pool}/silos`, body))).toEqual([201, undefined])
}

/** Creates another silo with an admin and the instance "web". @returns the admin's cookie. */
async function elsewhere(): Promise<string> {
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'eve', { silo: 'admin' })
  const eve = await world.signIn('eve', 'eve', 'elsewhere')
  await ask('POST', '/v1/projects', { name: 'shop', description: '' }, eve)
  const [unicast] = (await ask('GET', '/v1/ip-pools?pool_type=unicast&ip_version=v4')).body.items
  await link(unicast.name, 'elsewhere', true)
  expect(text(await create('web', 'shop', {}, eve))).toEqual([201, undefined])
  return eve
}

const at = (instance: string, group?: string, project = 'shop') =>
  `/v1/instances/${instance}/multicast-groups${group === undefined ? '' : `/${encodeURIComponent(group)}`}?project=${project}`
const join = (instance: string, group: string, body: object = {}, project = 'shop', as?: string) =>
  ask('PUT', at(instance, group, project), body, as)
const leave = (instance: string, group: string) => ask('DELETE', at(instance, group))
const groups = async () => (await ask('GET', '/v1/multicast-groups')).body.items
const namesOf = async (instance: string) =>
  (await ask('GET', at(instance))).body.items.map((one: { multicast_ip: string }) => one.multicast_ip)

describe('joining', () => {
  test('makes a group of a new name at the first free address of the default pool', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.1')
    const first = await join('web', 'video')
    expect([first.status, first.body]).toMatchObject([
      201,
      { name: 'web', multicast_ip: '239.1.0.0', source_ips: [], state: 'Left' },
    ])
    expect((await join('api', 'video')).body.multicast_group_id).toBe(first.body.multicast_group_id)
    expect((await join('web', 'audio')).body.multicast_ip).toBe('239.1.0.1')
    expect(text(await join('web', 'more'))).toEqual([
      507,
      'Insufficient capacity: No multicast addresses available',
    ])
    expect(await groups()).toMatchObject([
      { name: 'audio', multicast_ip: '239.1.0.1', state: 'Active' },
      { name: 'video', multicast_ip: '239.1.0.0', has_any_source_member: true, source_ips: [] },
    ])
  })

  test('makes a group at an address of a linked pool, which is found in every spelling', async () => {
    await pool('wide', 'ff0e::1', 'ff0e::ff', false)
    expect((await join('web', 'FF0E:0::A')).body.multicast_ip).toBe('ff0e::a')
    expect((await join('api', 'ff0e::a')).status).toBe(201)
    expect(await groups()).toMatchObject([{ name: 'mcast-ff0e--a' }])
    expect((await ask('GET', '/v1/multicast-groups/ff0e:0:0:0:0:0:0:a')).body.name).toBe('mcast-ff0e--a')
    expect(text(await join('web', 'ff0e::100'))).toEqual([
      400,
      'IP address ff0e::100 is not in any multicast pool',
    ])
  })

  test('needs a version where both families have a default pool, and a default pool', async () => {
    expect(text(await join('web', 'video'))[0]).toBe(404)
    await pool('four', '239.1.0.0', '239.1.0.9')
    await pool('six', 'ff0e::1', 'ff0e::9')
    expect(text(await join('web', 'video'))).toEqual([
      400,
      'multiple default multicast pools exist: specify ip_version',
    ])
    expect((await join('web', 'video', { ip_version: 'v6' })).body.multicast_ip).toBe('ff0e::1')
    const refused = await join('api', 'video', { ip_version: 'v4' })
    expect(refused.body.problems).toEqual([
      { path: 'ip_version', code: 'not_allowed', message: expect.stringContaining('IPv6 address') },
    ])
  })

  test('replaces the sources of a member, and the group sums them up', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.9')
    await join('web', 'video', { source_ips: ['10.0.0.2', '10.0.0.1', '10.0.0.2'] })
    await join('api', 'video', { source_ips: ['10.0.0.3'] })
    expect(await groups()).toMatchObject([
      { source_ips: ['10.0.0.1', '10.0.0.2', '10.0.0.3'], has_any_source_member: false },
    ])
    await join('web', 'video')
    expect(await groups()).toMatchObject([{ source_ips: ['10.0.0.3'], has_any_source_member: true }])
    expect((await ask('GET', at('web'))).body.items).toHaveLength(1)
  })

  test('refuses wrong sources, and leaves nothing behind', async () => {
    await pool('specific', '232.1.0.0', '232.1.0.9')
    expect((await join('web', 'video')).body.problems).toMatchObject([
      { path: 'source_ips', code: 'required' },
    ])
    expect((await join('web', 'video', { source_ips: ['10.0.0.1', 'fd00::1'] })).body.problems).toMatchObject(
      [{ path: 'source_ips[1]', message: 'Must be an IPv4 address, as that of the group' }],
    )
    expect((await join('web', 'video', { source_ips: ['10.0.0'] })).status).toBe(400)
    expect((await join('web', '10.0.0.1')).status).toBe(400)
    expect((await join('web', crypto.randomUUID())).status).toBe(404)
    expect(await groups()).toEqual([])
  })

  test('stops at the limit of an instance', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.255')
    for (let index = 0; index < MAX_MULTICAST_GROUPS; index++)
      expect((await join('web', `g-${index}`)).status).toBe(201)
    expect(text(await join('web', 'one-more'))).toEqual([
      400,
      `an instance may not join more than ${MAX_MULTICAST_GROUPS} multicast groups`,
    ])
    expect((await join('web', 'g-0')).status).toBe(201)
  })
})

test('a silo may not empty a pool that it shares', async () => {
  await pool('wide', '239.1.0.0', '239.1.0.9')
  const eve = await elsewhere()
  await link('wide', 'elsewhere', true)
  world.services.settings = { ...world.services.settings, addressesPerSilo: 2 }
  for (const group of ['video', '239.1.0.7']) expect((await join('web', group)).status).toBe(201)
  expect((await join('api', 'video')).status).toBe(201)
  for (const group of ['more', '239.1.0.8'])
    expect(text(await join('api', group))).toEqual([400, limitMessage('multicastGroups', 2)])
  expect(text(await join('web', 'theirs', {}, 'shop', eve))).toEqual([201, undefined])
  expect((await join('api', 'theirs')).status).toBe(201)
  await leave('web', '239.1.0.7')
  expect((await join('web', 'more')).status).toBe(400)
  await leave('api', 'theirs')
  expect((await join('web', 'more')).status).toBe(201)
})

describe('names', () => {
  test('are the own ones of a pool, and mean the default pool first', async () => {
    await pool('ours', '239.1.0.0', '239.1.0.9')
    const eve = await elsewhere()
    await pool('theirs', '239.0.0.0', '239.0.0.9', true, 'elsewhere')
    expect((await join('web', 'video')).status).toBe(201)
    expect(text(await join('web', 'video', {}, 'shop', eve))).toEqual([201, undefined])
    const address = async (as?: string) =>
      (await ask('GET', '/v1/multicast-groups/video', undefined, as)).body.multicast_ip
    expect(await address()).toBe('239.1.0.0')
    await link('theirs', 'main', false)
    await link('ours', 'elsewhere', false)
    expect([await address(), await address(eve)]).toEqual(['239.1.0.0', '239.0.0.0'])
    expect((await join('api', 'video')).body.multicast_ip).toBe('239.1.0.0')
    const first = (await ask('GET', '/v1/multicast-groups?limit=1')).body
    const second = (await ask('GET', `/v1/multicast-groups?limit=1&page_token=${first.next_page}`)).body
    expect(
      [...first.items, ...second.items].map((one: { multicast_ip: string }) => one.multicast_ip).toSorted(),
    ).toEqual(['239.0.0.0', '239.1.0.0'])
  })

  test('of addresses are not for others', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.9')
    expect(text(await join('web', 'mcast-239-1-0-3'))).toEqual([
      400,
      'multicast group "mcast-239-1-0-3" does not exist: only groups of an address get such names',
    ])
    const refused = await create('new', 'shop', { multicast_groups: [{ group: 'mcast-x' }] })
    expect(refused.body.problems).toMatchObject([{ path: 'multicast_groups[0].group' }])
    expect((await join('web', '239.1.0.3')).status).toBe(201)
    expect((await join('api', 'mcast-239-1-0-3')).body.multicast_ip).toBe('239.1.0.3')
  })
})

test('a group is deleted with its last member, and its address is free again', async () => {
  await pool('wide', '239.1.0.0', '239.1.0.0')
  await join('web', 'video')
  await join('api', 'video')
  expect((await leave('web', 'video')).status).toBe(204)
  expect((await leave('web', 'video')).status).toBe(404)
  expect(await groups()).toHaveLength(1)
  expect((await leave('api', '239.1.0.0')).status).toBe(204)
  expect(await groups()).toEqual([])
  expect((await join('api', 'audio')).body.multicast_ip).toBe('239.1.0.0')
  const { body: plan } = await ask('GET', '/experimental/v1/instances/api/deletion-plan?project=shop')
  expect(plan.deletes.multicast_group_memberships).toMatchObject([{ name: 'audio' }])
  const { id } = (await ask('GET', '/v1/instances/api?project=shop')).body
  const sum = await ask('POST', '/experimental/v1/instances-deletion-summary', { instances: [id] })
  expect(sum.body.deletes.group_memberships).toBe(1)
  expect((await ask('DELETE', '/v1/instances/api?project=shop')).status).toBe(204)
  expect(await groups()).toEqual([])
})

describe('an instance', () => {
  test('joins groups when it is created, and says which one is wrong', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.9')
    const made = await create('new', 'shop', {
      multicast_groups: [{ group: 'video' }, { group: '239.1.0.7', source_ips: ['10.0.0.1'] }],
    })
    expect(made.status).toBe(201)
    expect((await namesOf('new')).toSorted()).toEqual(['239.1.0.0', '239.1.0.7'])
    const twice = await create('bad', 'shop', {
      multicast_groups: [{ group: 'video' }, { group: '239.1.0.0' }],
    })
    expect(twice.body.problems).toMatchObject([{ path: 'multicast_groups[1].group', code: 'duplicate' }])
    const outside = await create('bad', 'shop', { multicast_groups: [{ group: '239.2.0.0' }] })
    expect(outside.body.problems).toMatchObject([{ path: 'multicast_groups[0].group' }])
    expect((await ask('GET', '/v1/instances/bad?project=shop')).status).toBe(404)
  })

  test('keeps its groups in an update without them, and gets those of the list otherwise', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.9')
    await join('web', 'video')
    await join('web', 'audio')
    const update = (more: object) =>
      ask('PUT', '/v1/instances/web?project=shop', {
        ncpus: 1,
        memory: GiB,
        boot_disk: null,
        auto_restart_policy: null,
        cpu_platform: null,
        enable_jumbo_frames: false,
        ...more,
      })
    for (const more of [{}, { multicast_groups: null }]) {
      expect((await update(more)).status).toBe(200)
      expect((await namesOf('web')).toSorted()).toEqual(['239.1.0.0', '239.1.0.1'])
    }
    expect((await update({ multicast_groups: [{ group: 'audio' }, { group: 'chat' }] })).status).toBe(200)
    // The address of the group that it left is free.
    expect((await namesOf('web')).toSorted()).toEqual(['239.1.0.0', '239.1.0.1'])
    expect((await groups()).map(({ name }: { name: string }) => name)).toEqual(['audio', 'chat'])
    expect((await update({ multicast_groups: [] })).status).toBe(200)
    expect(await groups()).toEqual([])
  })

  test('receives packets while it runs', async () => {
    await pool('wide', '239.1.0.0', '239.1.0.9')
    await join('web', 'video')
    await world.services.db.updateTable('instance').set({ run_state: 'running' }).execute()
    expect((await ask('GET', at('web'))).body.items).toMatchObject([{ state: 'Joined' }])
  })
})

test('a pool counts its groups, and keeps their range and its link', async () => {
  await pool('wide', '239.1.0.0', '239.1.0.9')
  await join('web', 'video')
  const path = '/v1/system/ip-pools/wide'
  expect((await ask('GET', `${path}/utilization`)).body).toMatchObject({ capacity: 10, remaining: 9 })
  const range = { first: '239.1.0.0', last: '239.1.0.9' }
  expect(text(await ask('POST', `${path}/ranges/remove`, range))).toEqual([
    400,
    'IP pool ranges cannot be removed while they contain allocated addresses, such as 239.1.0.0',
  ])
  expect(text(await ask('DELETE', `${path}/silos/main`))).toEqual([
    400,
    'IP addresses from this pool are in use in the linked silo',
  ])
  await leave('web', 'video')
  expect((await ask('POST', `${path}/ranges/remove`, range)).status).toBe(204)
  expect((await ask('DELETE', `${path}/silos/main`)).status).toBe(204)
})

test('users see groups of linked pools, and members in their own projects', async () => {
  await pool('wide', '239.1.0.0', '239.1.0.9')
  await join('web', 'video')
  await join('far', 'video', {}, 'other')
  const members = async (as?: string) =>
    (await ask('GET', '/v1/multicast-groups/video/members', undefined, as)).body.items.map(
      ({ name }: { name: string }) => name,
    )
  expect((await members()).toSorted()).toEqual(['far', 'web'])
  const { id: shop } = (await ask('GET', '/v1/projects/shop')).body
  await addUser(world.services, 'main', 'guest', { projects: { [shop]: 'viewer' } })
  await addUser(world.services, 'main', 'new')
  expect(await members(await world.signIn('guest', 'guest', 'main'))).toEqual(['web'])
  expect(await members(await world.signIn('new', 'new', 'main'))).toEqual([])
  const eve = await elsewhere()
  expect((await ask('GET', '/v1/multicast-groups', undefined, eve)).body.items).toEqual([])
  expect((await ask('GET', '/v1/multicast-groups/video', undefined, eve)).status).toBe(404)
})
