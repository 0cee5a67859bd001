import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { grantToken } from '../../test/devices.ts'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { newProvider, pretendedSaml } from '../../test/saml.ts'
import { newSilo } from '../../test/silos.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

// Creates, updates and deletes one resource of each kind through the API, and compares each log entry with the API's
// answer.

let world: World
const ask = (method: string, path: string, body?: unknown) => world.ask(method, path, body)
const get = async (path: string) => (await ask('GET', path)).body
const inList = async (path: string, id: string) =>
  (await get(path)).items.find((row: { id: string }) => row.id === id)
const named = (name: string) => ({ name, description: 'one of each' })
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const web = '/v1/instances/web?project=shop'

beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
  await ask('POST', '/v1/projects', named('shop'))
  await ask('POST', '/v1/instances?project=shop', {
    ...named('web'),
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
  })
  await ask('POST', '/v1/instances?project=shop', {
    ...named('bare'),
    hostname: 'bare',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  })
  await world.services.db.updateTable('instance').set({ run_state: 'stopped' }).execute()
  await ask('POST', '/v1/disks?project=shop', { ...named('kept'), size: 2 ** 30, disk_backend: blank })
  await world.services.db.updateTable('disk').set({ state: 'detached' }).execute()
  // What tests write by hand is not logged, so the entries so far do not add up to the states.
  await world.services.db.deleteFrom('change_log').where('kind', 'in', ['instance', 'disk']).execute()
  await ask('POST', '/v1/system/silos', newSilo('clinic', { identity_mode: 'saml_jit' }))
  await ask('POST', '/v1/system/silos', newSilo('works', { identity_mode: 'saml_scim' }))
})
afterAll(() => world.close())

type Case = {
  /** The path that creates it; the response has its id. */
  create: [path: string, body: () => Promise<object> | object]
  /** The path that reads it, by id. */
  at: (id: string) => string
  /** How to read it, if no operation returns it alone. */
  read?: (id: string) => Promise<unknown>
  update?: [method: string, path: (id: string) => string, body: object]
  /** The driver's work before a delete. */
  settle?: () => Promise<unknown>
}

const size = { ncpus: 2, memory: 2 ** 31, boot_disk: null, auto_restart_policy: null, cpu_platform: null }
const group = { policy: 'allow', failure_domain: 'sled' }
const rename = (path: (id: string) => string): Case['update'] => ['PUT', path, named('renamed')]
const route = (value: string) => ({
  destination: { type: 'ip_net', value },
  target: { type: 'internet_gateway', value: 'default' },
})
const ofGateway = 'project=shop&vpc=default&gateway=kept'
const db = () => world.services.db
const plain =
  (path: string) =>
  (id: string): string =>
    `${path}/${id}`

const cases: Record<string, Case> = {
  project: {
    create: ['/v1/projects', () => named('attic')],
    at: plain('/v1/projects'),
    update: rename(plain('/v1/projects')),
    // Its default VPC comes with it and must be deleted first.
    settle: async () => {
      for (const subnet of (await get('/v1/vpc-subnets?project=renamed&vpc=default')).items)
        await ask('DELETE', `/v1/vpc-subnets/${subnet.id}`)
      return ask('DELETE', '/v1/vpcs/default?project=renamed')
    },
  },
  instance: {
    create: [
      '/v1/instances?project=shop',
      () => ({
        ...named('api'),
        hostname: 'api',
        ncpus: 1,
        memory: 2 ** 30,
        boot_disk: { type: 'create', ...named('api-root'), size: 2 ** 30, disk_backend: blank },
        start: false,
      }),
    ],
    at: plain('/v1/instances'),
    settle: () => db().updateTable('instance').set({ run_state: 'stopped' }).execute(),
  },
  disk: {
    create: ['/v1/disks?project=shop', () => ({ ...named('data'), size: 2 ** 30, disk_backend: blank })],
    at: plain('/v1/disks'),
    settle: () => db().updateTable('disk').set({ state: 'detached' }).where('name', '=', 'data').execute(),
  },
  snapshot: {
    create: ['/v1/snapshots?project=shop', () => ({ ...named('before'), disk: 'kept' })],
    at: plain('/v1/snapshots'),
    settle: async () => {
      await db().updateTable('disk').set({ state: 'detached' }).execute()
      await db().updateTable('snapshot').set({ state: 'ready' }).execute()
    },
  },
  'floating-ip': {
    create: [
      '/v1/floating-ips?project=shop',
      () => ({
        ...named('front'),
        address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
      }),
    ],
    at: plain('/v1/floating-ips'),
    update: rename(plain('/v1/floating-ips')),
  },
  'affinity-group': {
    create: ['/v1/affinity-groups?project=shop', () => ({ ...named('near'), ...group })],
    at: plain('/v1/affinity-groups'),
    update: rename(plain('/v1/affinity-groups')),
  },
  'anti-affinity-group': {
    create: ['/v1/anti-affinity-groups?project=shop', () => ({ ...named('far'), ...group })],
    at: plain('/v1/anti-affinity-groups'),
    update: rename(plain('/v1/anti-affinity-groups')),
  },
  'instance-network-interface': {
    create: [
      '/v1/network-interfaces?project=shop&instance=bare',
      () => ({ ...named('second'), vpc_name: 'default', subnet_name: 'default' }),
    ],
    at: plain('/v1/network-interfaces'),
    update: rename(plain('/v1/network-interfaces')),
  },
  vpc: {
    create: ['/v1/vpcs?project=shop', () => ({ ...named('prod'), dns_name: 'prod' })],
    at: plain('/v1/vpcs'),
    update: rename(plain('/v1/vpcs')),
    settle: async () => ask('DELETE', '/v1/vpc-subnets/default?project=shop&vpc=renamed'),
  },
  'vpc-subnet': {
    create: [
      '/v1/vpc-subnets?project=shop&vpc=default',
      () => ({ ...named('front'), ipv4_block: '10.0.0.0/24' }),
    ],
    at: plain('/v1/vpc-subnets'),
    update: rename(plain('/v1/vpc-subnets')),
  },
  'vpc-router': {
    create: ['/v1/vpc-routers?project=shop&vpc=default', () => named('custom')],
    at: plain('/v1/vpc-routers'),
    update: rename(plain('/v1/vpc-routers')),
  },
  'router-route': {
    create: [
      '/v1/vpc-router-routes?project=shop&vpc=default&router=kept',
      async () => {
        await ask('POST', '/v1/vpc-routers?project=shop&vpc=default', named('kept'))
        return { ...named('out'), ...route('10.0.0.0/8') }
      },
    ],
    at: plain('/v1/vpc-router-routes'),
    update: ['PUT', plain('/v1/vpc-router-routes'), { name: 'renamed', ...route('10.0.0.0/9') }],
  },
  'internet-gateway': {
    create: ['/v1/internet-gateways?project=shop&vpc=default', () => named('edge')],
    at: plain('/v1/internet-gateways'),
  },
  'internet-gateway-ip-pool': {
    create: [
      `/v1/internet-gateway-ip-pools?${ofGateway}`,
      async () => {
        await ask('POST', '/v1/internet-gateways?project=shop&vpc=default', named('kept'))
        return { ...named('pool'), ip_pool: 'default-v4' }
      },
    ],
    at: plain('/v1/internet-gateway-ip-pools'),
    read: (id) => inList(`/v1/internet-gateway-ip-pools?${ofGateway}`, id),
  },
  'internet-gateway-ip-address': {
    create: [
      `/v1/internet-gateway-ip-addresses?${ofGateway}`,
      () => ({ ...named('exit'), address: '203.0.113.9' }),
    ],
    at: plain('/v1/internet-gateway-ip-addresses'),
    read: (id) => inList(`/v1/internet-gateway-ip-addresses?${ofGateway}`, id),
  },
  'subnet-pool': {
    create: ['/v1/system/subnet-pools', () => ({ ...named('blocks'), ip_version: 'v4' })],
    at: plain('/v1/system/subnet-pools'),
    update: rename(plain('/v1/system/subnet-pools')),
  },
  'external-subnet': {
    create: [
      '/v1/external-subnets?project=shop',
      async () => {
        const pool = '/v1/system/subnet-pools'
        await ask('POST', pool, { ...named('lent-blocks'), ip_version: 'v4' })
        await ask('POST', `${pool}/lent-blocks/members/add`, { subnet: '198.18.0.0/24' })
        await ask('POST', `${pool}/lent-blocks/silos`, { silo: 'main', is_default: true })
        return { ...named('block'), allocator: { type: 'auto', prefix_length: 28 } }
      },
    ],
    at: plain('/v1/external-subnets'),
    update: rename(plain('/v1/external-subnets')),
  },
  'ip-pool': {
    create: ['/v1/system/ip-pools', () => named('lent')],
    at: plain('/v1/system/ip-pools'),
    update: rename(plain('/v1/system/ip-pools')),
  },
  'ssh-key': {
    create: ['/v1/me/ssh-keys', () => ({ ...named('laptop'), public_key: PUBLIC_KEY })],
    at: plain('/v1/me/ssh-keys'),
  },
  certificate: {
    create: [
      '/v1/certificates',
      () => ({ ...named('api'), service: 'external_api', ...selfSigned({ names: ['main.example'] }) }),
    ],
    at: plain('/v1/certificates'),
  },
  silo: {
    create: ['/v1/system/silos', () => newSilo('eng', { admin_group_name: 'admins' })],
    at: plain('/v1/system/silos'),
  },
  'silo-user': {
    create: [
      '/v1/system/identity-providers/local/users?silo=main',
      () => ({ external_id: 'ada', password: { mode: 'password', value: 'a-long-secret' } }),
    ],
    at: (id) => `/v1/system/identity-providers/local/users/${id}?silo=main`,
    read: (id) => get(`/v1/users/${id}`),
    update: [
      'POST',
      (id) => `/v1/system/identity-providers/local/users/${id}/set-password?silo=main`,
      { mode: 'login_disallowed' },
    ],
  },
  'scim-token': {
    create: ['/v1/system/scim/tokens?silo=works', () => ({})],
    at: (id) => `/v1/system/scim/tokens/${id}?silo=works`,
  },
}

test.each(Object.entries(cases))('%s', async (kind, one) => {
  const [path, body] = one.create
  const created = await ask('POST', path, await body())
  const { id } = created.body
  const subject = { kind, id, read: () => (one.read ?? ((each: string) => get(one.at(each))))(id) }
  await expectLogged(world, subject, 'created', created)
  if (one.update) {
    const [method, at, change] = one.update
    await expectLogged(world, subject, 'updated', await ask(method, at(id), change))
  }
  await one.settle?.()
  const before = await subject.read()
  await expectRemoved(world, subject, before, await ask('DELETE', one.at(id)))
})

test('an instance and its disks, when they are updated', async () => {
  const { id } = await get(web)
  const instance = { kind: 'instance', id, read: () => get(web) }
  const disk = {
    kind: 'disk',
    id: (await get('/v1/disks/kept?project=shop')).id,
    read: () => get('/v1/disks/kept?project=shop'),
  }
  await expectLogged(
    world,
    instance,
    'updated',
    await ask('PUT', web, { ...size, enable_jumbo_frames: false }),
  )
  const attached = await ask('POST', '/v1/instances/web/disks/attach?project=shop', { disk: 'kept' })
  await expectLogged(world, disk, 'updated', attached)
  const detached = await ask('POST', '/v1/instances/web/disks/detach?project=shop', { disk: 'kept' })
  await expectLogged(world, disk, 'updated', detached)
})

test.each([
  ['affinity-group', '/v1/affinity-groups'],
  ['anti-affinity-group', '/v1/anti-affinity-groups'],
])('a member of an %s', async (kind, path) => {
  const { body } = await ask('POST', `${path}?project=shop`, { ...named('members'), ...group })
  const member = `${path}/${body.id}/members/instance/${(await get(web)).id}`
  const subject = { kind: `${kind}-member`, id: (await get(web)).id, read: () => get(member) }
  await expectLogged(world, subject, 'created', await ask('POST', member))
  const before = await subject.read()
  await expectRemoved(world, subject, before, await ask('DELETE', member))
})

test('an ephemeral address', async () => {
  const at = '/v1/instances/web/external-ips/ephemeral?project=shop'
  const attached = await ask('POST', at, { pool_selector: { type: 'auto', ip_version: 'v4' } })
  const read = async () =>
    (await get('/v1/instances/web/external-ips?project=shop')).items.find(
      (row: { kind: string }) => row.kind === 'ephemeral',
    )
  const { id } = await db()
    .selectFrom('external_ip')
    .select('id')
    .where('kind', '=', 'ephemeral')
    .executeTakeFirstOrThrow()
  const subject = { kind: 'external-ip', id, read }
  await expectLogged(world, subject, 'created', attached)
  const before = await read()
  await expectRemoved(world, subject, before, await ask('DELETE', at))
})

test('a range of a pool, and its link to a silo', async () => {
  const { id } = (await ask('POST', '/v1/system/ip-pools', named('lent'))).body
  const pool = '/v1/system/ip-pools/lent'
  const ends = { first: '192.0.2.1', last: '192.0.2.9' }
  const added = await ask('POST', `${pool}/ranges/add`, ends)
  const readRange = async () => (await get(`${pool}/ranges`)).items[0]
  const range = { kind: 'ip-pool-range', id: added.body.id, read: readRange }
  await expectLogged(world, range, 'created', added)
  await expectRemoved(world, range, await readRange(), await ask('POST', `${pool}/ranges/remove`, ends))
  const readLink = async () => (await get(`${pool}/silos`)).items[0]
  const link = { kind: 'ip-pool-resource', id, read: readLink }
  await expectLogged(
    world,
    link,
    'created',
    await ask('POST', `${pool}/silos`, { silo: 'clinic', is_default: false }),
  )
  await expectLogged(world, link, 'updated', await ask('PUT', `${pool}/silos/clinic`, { is_default: true }))
  await expectRemoved(world, link, await readLink(), await ask('DELETE', `${pool}/silos/clinic`))
})

test('a member of a subnet pool, and its link to a silo', async () => {
  const at = '/v1/system/subnet-pools'
  const { id } = (await ask('POST', at, { ...named('parts'), ip_version: 'v4' })).body
  const pool = `${at}/parts`
  const subnet = { subnet: '198.19.0.0/24' }
  const added = await ask('POST', `${pool}/members/add`, subnet)
  const readMember = async () => (await get(`${pool}/members`)).items[0]
  const member = { kind: 'subnet-pool-member', id: added.body.id, read: readMember }
  await expectLogged(world, member, 'created', added)
  const before = await readMember()
  await expectRemoved(world, member, before, await ask('POST', `${pool}/members/remove`, subnet))
  const readLink = async () => (await get(`${pool}/silos`)).items[0]
  const link = { kind: 'subnet-pool-resource', id, read: readLink }
  const linked = await ask('POST', `${pool}/silos`, { silo: 'clinic', is_default: false })
  await expectLogged(world, link, 'created', linked)
  await expectRemoved(world, link, await readLink(), await ask('DELETE', `${pool}/silos/clinic`))
})

test('an address lot, its block and a loopback address from it', async () => {
  const at = '/v1/system/networking'
  await refreshInventory(world.services)
  const rack = (await get('/v1/system/hardware/racks')).items[0].id
  const range = { first_address: '192.0.2.1', last_address: '192.0.2.9' }
  const answer = await ask('POST', `${at}/address-lot`, { ...named('infra'), kind: 'infra', blocks: [range] })
  const created = answer.body
  const readLot = async () => (await get(`${at}/address-lot/infra`)).lot
  const lot = { kind: 'address-lot', id: created.lot.id, read: readLot }
  const readBlock = async () => (await get(`${at}/address-lot/infra/blocks`)).items[0]
  const block = { kind: 'address-lot-block', id: created.blocks[0].id, read: readBlock }
  await expectLogged(world, lot, 'created', answer)
  await expectLogged(world, block, 'created', answer)
  const place = { rack_id: rack, switch_slot: 'switch0', address: '192.0.2.1' }
  const body = { ...place, mask: 32, address_lot: 'infra', anycast: false }
  const added = await ask('POST', `${at}/loopback-address`, body)
  const readLoopback = async () => (await get(`${at}/loopback-address`)).items[0]
  const loopback = { kind: 'loopback-address', id: added.body.id, read: readLoopback }
  await expectLogged(world, loopback, 'created', added)
  const before = { loopback: await readLoopback(), block: await readBlock(), lot: await readLot() }
  const removed = await ask('DELETE', `${at}/loopback-address/${rack}/switch0/192.0.2.1/32`)
  await expectRemoved(world, loopback, before.loopback, removed)
  const deleted = await ask('DELETE', `${at}/address-lot/infra`)
  await expectRemoved(world, block, before.block, deleted)
  await expectRemoved(world, lot, before.lot, deleted)
})

test('an announce set, its announcement and a BGP configuration', async () => {
  const at = '/v1/system/networking'
  const range = { first_address: '198.51.100.0', last_address: '198.51.100.9' }
  await ask('POST', `${at}/address-lot`, { ...named('announced'), kind: 'pool', blocks: [range] })
  const networks = [{ address_lot_block: 'announced', network: '198.51.100.0/30' }]
  const put = await ask('PUT', `${at}/bgp-announce-set`, { ...named('set'), announcement: networks })
  const setId = put.body.id
  const readSet = async () => (await get(`${at}/bgp-announce-set`))[0]
  const set = { kind: 'bgp-announce-set', id: setId, read: readSet }
  await expectLogged(world, set, 'created', put)
  const { id } = await db().selectFrom('bgp_announcement').select('id').executeTakeFirstOrThrow()
  const readAnnouncement = async () => (await get(`${at}/bgp-announce-set/set/announcement`))[0]
  const announcement = { kind: 'bgp-announcement', id, read: readAnnouncement }
  await expectLogged(world, announcement, 'created', put)
  const body = { ...named('border'), asn: 65_000, bgp_announce_set_id: 'set' }
  const created = await ask('POST', `${at}/bgp`, body)
  const readConfig = async () => (await get(`${at}/bgp`)).items[0]
  const config = { kind: 'bgp-config', id: created.body.id, read: readConfig }
  await expectLogged(world, config, 'created', created)
  const updated = await ask('PUT', `${at}/bgp?name_or_id=border`, { max_paths: 2 })
  await expectLogged(world, config, 'updated', updated)
  const before = { config: await readConfig(), announcement: await readAnnouncement(), set: await readSet() }
  await expectRemoved(world, config, before.config, await ask('DELETE', `${at}/bgp?name_or_id=border`))
  const deleted = await ask('DELETE', `${at}/bgp-announce-set/set`)
  await expectRemoved(world, announcement, before.announcement, deleted)
  await expectRemoved(world, set, before.set, deleted)
})

test('a multicast group and its member', async () => {
  const pool = { ...named('multicast'), ip_version: 'v4', pool_type: 'multicast' }
  await ask('POST', '/v1/system/ip-pools', pool)
  await ask('POST', '/v1/system/ip-pools/multicast/ranges/add', { first: '239.1.0.0', last: '239.1.0.9' })
  await ask('POST', '/v1/system/ip-pools/multicast/silos', { silo: 'main', is_default: true })
  const at = '/v1/instances/web/multicast-groups/video?project=shop'
  const joined = await ask('PUT', at, {})
  const { id, multicast_group_id } = joined.body
  const readMember = async () => (await get('/v1/instances/web/multicast-groups?project=shop')).items[0]
  const member = { kind: 'multicast-group-member', id, read: readMember }
  await expectLogged(world, member, 'created', joined)
  const readGroup = () => get('/v1/multicast-groups/video')
  const group = { kind: 'multicast-group', id: multicast_group_id, read: readGroup }
  await expectLogged(world, group, 'created', joined)
  const narrowed = await ask('PUT', at, { source_ips: ['10.0.0.1'] })
  await expectLogged(world, member, 'updated', narrowed)
  await expectLogged(world, group, 'updated', narrowed)
  const before = { member: await readMember(), group: await readGroup() }
  const left = await ask('DELETE', at)
  await expectRemoved(world, member, before.member, left)
  await expectRemoved(world, group, before.group, left)
})

test('an image that is promoted to the silo and demoted again', async () => {
  await ask('POST', '/v1/snapshots?project=shop', { ...named('source'), disk: 'kept' })
  await db().updateTable('snapshot').set({ state: 'ready' }).execute()
  const { id: source } = await get('/v1/snapshots/source?project=shop')
  const created = await ask('POST', '/v1/images?project=shop', {
    ...named('debian'),
    os: 'debian',
    version: '13',
    source: { type: 'snapshot', id: source },
  })
  const { id } = created.body
  const read = () => get(`/v1/images/${id}`)
  const [ofProject, ofSilo] = [
    { kind: 'project-image', id, read },
    { kind: 'silo-image', id, read },
  ]
  await expectLogged(world, ofProject, 'created', created)
  await db().updateTable('image').set({ state: 'ready' }).execute()
  await expectLogged(world, ofSilo, 'created', await ask('POST', `/v1/images/${id}/promote`))
  await expectLogged(world, ofProject, 'created', await ask('POST', `/v1/images/${id}/demote?project=shop`))
  const before = await read()
  await expectRemoved(world, ofProject, before, await ask('DELETE', `/v1/images/${id}`))
})

test('an access token', async () => {
  const cookie = await world.signIn('admin', 'secret')
  await grantToken(world, cookie)
  const [{ id }] = (await get('/v1/me/access-tokens')).items
  const me = await get('/v1/me')
  const read = async () => ({ ...(await inList('/v1/me/access-tokens', id)), silo_user_id: me.id })
  const subject = { kind: 'device-access-token', id, read }
  const before = await read()
  await expectLogged(world, subject, 'created', await ask('GET', '/v1/me/access-tokens'))
  await expectRemoved(world, subject, before, await ask('DELETE', `/v1/me/access-tokens/${id}`))
})

test('an identity provider', async () => {
  const created = await ask('POST', '/v1/system/identity-providers/saml?silo=clinic', newProvider())
  const read = () => get(`/v1/system/identity-providers/saml/${created.body.id}`)
  await expectLogged(world, { kind: 'saml-identity-provider', id: created.body.id, read }, 'created', created)
})

describe('singletons of a silo', () => {
  test('quotas', async () => {
    const path = '/v1/system/silos/clinic/quotas'
    const { silo_id: id } = await get(path)
    const subject = { kind: 'silo-quotas', id, read: () => get(path) }
    await expectLogged(world, subject, 'created', await ask('GET', path))
    await expectLogged(world, subject, 'updated', await ask('PUT', path, { cpus: 3 }))
  })

  test('authentication settings', async () => {
    const path = '/v1/auth-settings'
    const { silo_id: id } = await get(path)
    const answer = await ask('PUT', path, { device_token_max_ttl_seconds: 86_400 })
    await expectLogged(world, { kind: 'silo-auth-settings', id, read: () => get(path) }, 'updated', answer)
  })

  test.each([
    ['fleet-policy', '/v1/system/policy', async () => 'fleet'],
    ['silo-policy', '/v1/policy', async () => (await get('/v1/me')).silo_id],
    ['project-policy', '/v1/projects/shop/policy', async () => (await get('/v1/projects/shop')).id],
  ])('%s', async (kind, path, id) => {
    const { id: identity_id } = (
      await ask('POST', '/v1/system/identity-providers/local/users?silo=main', {
        external_id: kind,
        password: { mode: 'login_disallowed' },
      })
    ).body
    const { role_assignments: before } = await get(path)
    const assignment = { identity_id, identity_type: 'silo_user', role_name: 'viewer' }
    const answer = await ask('PUT', path, { role_assignments: [...before, assignment] })
    await expectLogged(world, { kind, id: await id(), read: () => get(path) }, 'updated', answer)
  })
})

test('a probe', async () => {
  await refreshInventory(world.services)
  const sled = (await get('/v1/system/hardware/sleds?limit=1')).items[0].id
  const created = await ask('POST', '/experimental/v1/probes?project=shop', {
    ...named('tap'),
    sled,
    pool_selector: { type: 'auto', ip_version: 'v4' },
  })
  const at = `/experimental/v1/probes/${created.body.id}?project=shop`
  // Only the answer of the create is the whole probe.
  const subject = { kind: 'probe', id: created.body.id, read: async () => created.body }
  await expectLogged(world, subject, 'created', created)
  await expectRemoved(world, { ...subject, read: () => get(at) }, created.body, await ask('DELETE', at))
})

test('the parts of a VPC, when it is deleted', async () => {
  await ask('POST', '/v1/projects', named('cellar'))
  const inVpc = 'project=cellar&vpc=default'
  const [subnet] = (await get(`/v1/vpc-subnets?${inVpc}`)).items
  const routers = (await get(`/v1/vpc-routers?${inVpc}`)).items
  const allRoutes = (await get(`/v1/vpc-router-routes?router=${routers[0].id}`)).items
  const gateways = (await get(`/v1/internet-gateways?${inVpc}`)).items
  const pools = (await get(`/v1/internet-gateway-ip-pools?${inVpc}&gateway=default`)).items
  const { rules } = await get(`/v1/vpc-firewall-rules?${inVpc}`)
  const gone = (kind: string, id: string) => ({ kind, id, read: async () => null })
  await expectRemoved(
    world,
    gone('vpc-subnet', subnet.id),
    subnet,
    await ask('DELETE', `/v1/vpc-subnets/${subnet.id}`),
  )
  const ofSubnet = (row: { kind: string }) => row.kind === 'vpc_subnet'
  const answer = await ask('DELETE', '/v1/vpcs/default?project=cellar')
  for (const [kind, rows] of [
    ['vpc-router', routers],
    ['router-route', allRoutes.filter(ofSubnet)],
    ['router-route', allRoutes.filter((row: { kind: string }) => !ofSubnet(row))],
    ['internet-gateway', gateways],
    ['internet-gateway-ip-pool', pools],
    ['vpc-firewall-rule', rules],
  ] as const) {
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) await expectRemoved(world, gone(kind, row.id), row, answer)
  }
})
