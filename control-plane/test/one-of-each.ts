import { versionSortKey } from '@granary/domain/versions.ts'
import { fixedWidth } from '@granary/domain/ip.ts'
import type { Named } from '../src/database/schema.ts'
import { refreshInventory } from '../src/shared/placement/inventory.ts'
import { otherKinds, createOtherKinds } from './other-kinds.ts'
import { siloId } from './people.ts'
import { createRackNetwork } from './rack-network.ts'
import { samlProviderRow } from './saml.ts'
import type { World } from './world.ts'

/** The names of the resources of `oneOfEach`, and of the users and groups that the authorization walk adds to them. */
export const NAMES = {
  silo: 'main',
  project: 'shop',
  instance: 'web',
  disk: 'data',
  image: 'debian',
  snapshot: 'before',
  vpc: 'default',
  subnet: 'default',
  router: 'system',
  route: 'default-v4',
  gateway: 'default',
  gatewayPool: 'default-v4',
  address: 'exit',
  interface: 'net0',
  floatingIp: 'front',
  antiAffinityGroup: 'spread',
  affinityGroup: 'together',
  externalSubnet: 'block',
  pool: 'default-v4',
  subnetPool: 'blocks',
  multicastGroup: 'video',
  addressLot: 'infra',
  announceSet: 'announced',
  bgpConfig: 'border',
  portSettings: 'uplink',
  probe: 'tap',
  provider: 'keycloak',
  key: 'mine',
  certificate: 'web',
  receiver: 'hook',
  userBuiltin: 'system',
  user: crypto.randomUUID(),
  siloGroup: crypto.randomUUID(),
}

/** The name of a resource by its selector; `sample` for the kinds that `createOtherKinds` creates. */
export const nameOf = (selector: string): string =>
  (NAMES as Readonly<Record<string, string>>)[selector] ?? 'sample'

/**
 * Tables of resources that an operation can delete at once; the walk restores their rows. A parent precedes its
 * children.
 */
export const DELETABLE = [
  'image',
  'saml_provider',
  'silo_user',
  ...otherKinds.map(({ table }) => table),
  'affinity_group_member',
  'anti_affinity_group_member',
  'external_ip',
  'probe',
  'external_subnet',
  'multicast_group',
  'multicast_group_member',
  'physical_disk_adoption_request',
  'tuf_repo',
  'updates_trust_root',
  'address_lot_reservation',
  'loopback_address',
  'bgp_config',
  'switch_port_settings',
  'internet_gateway_ip_pool',
  'internet_gateway_ip_address',
  'alert_receiver',
  'support_bundle',
] as const

const imageFields = {
  os: 'debian',
  version: '13',
  size: 2 ** 30,
  block_size: 512 as const,
  digest: null,
  state: 'ready' as const,
  source_snapshot_id: null,
}

/**
 * Creates a project `shop` with one of each resource: the running instance `web` with its disk `data`, a snapshot, a
 * group, a floating address; the silo image `debian`, and an identity provider. Resources without a create operation
 * are written into the database.
 * @returns the ids by name of kind.
 */
export async function oneOfEach({ ask, services }: World) {
  const { db } = services
  const silo = await siloId(services)
  const project = (await ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id as string
  const disk = { name: 'data', description: '', size: 2 ** 30, disk_backend: { type: 'local' } }
  const created = await ask('POST', '/v1/instances?project=shop', {
    name: 'web',
    description: '',
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    boot_disk: { type: 'create', ...disk },
    start: false,
  })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const instance = created.body.id as string
  await db.updateTable('instance').set({ run_state: 'running' }).execute()
  await db.updateTable('disk').set({ state: 'attached' }).execute()
  const time = services.clock.now().toISOString()
  const named = (name: string) => ({
    id: crypto.randomUUID(),
    name,
    description: '',
    time_created: time,
    time_modified: time,
  })
  const idOf = async (
    table:
      | 'disk'
      | 'vpc'
      | 'vpc_subnet'
      | 'vpc_router'
      | 'router_route'
      | 'internet_gateway'
      | 'internet_gateway_ip_pool'
      | 'network_interface'
      | 'ip_pool'
      | 'user_builtin',
  ) => (await db.selectFrom(table).select('id').orderBy('name').executeTakeFirstOrThrow()).id
  const snapshot = named('before')
  await db
    .insertInto('snapshot')
    .values({
      ...snapshot,
      tags: '{}',
      project_id: project,
      disk_id: await idOf('disk'),
      size: 2 ** 30,
      block_size: 512,
      state: 'ready',
    })
    .execute()
  const image = { ...named('debian'), tags: '{}', silo_id: silo, project_id: null, ...imageFields }
  // A project image of the same name, so that the silo image cannot be demoted to the project.
  await db
    .insertInto('image')
    .values([image, { ...image, id: crypto.randomUUID(), project_id: project }])
    .execute()
  const others = await createOtherKinds({ ask }, nameOf)
  for (const kind of ['affinityGroup', 'antiAffinityGroup'] as const)
    await db
      .insertInto(kind === 'affinityGroup' ? 'affinity_group_member' : 'anti_affinity_group_member')
      .values({ group_id: others[kind]!, instance_id: instance })
      .execute()
  const address = await ask(
    'POST',
    '/v1/internet-gateway-ip-addresses?project=shop&vpc=default&gateway=default',
    { name: 'exit', description: '', address: '203.0.113.9' },
  )
  const pool = await idOf('ip_pool')
  const floatingIp = named('front')
  await db
    .insertInto('external_ip')
    .values({
      ...floatingIp,
      tags: '{}',
      kind: 'floating',
      ip_pool_id: pool,
      ip: fixedWidth('198.51.100.200'),
      first_port: 0,
      last_port: 65_535,
      project_id: project,
      instance_id: null,
    })
    .execute()
  const subnets = await createExternalSubnet({ ask })
  const multicastGroup = await createMulticastGroup({ ask })
  const provider = named('keycloak')
  await db.insertInto('saml_provider').values(samlProviderRow(silo, provider)).execute()
  const certificate = crypto.randomUUID()
  await addCertificateRow(services, silo, certificate)
  const hardware = await addHardware(services)
  const rackNetwork = await createRackNetwork({ ask }, hardware.rack)
  const trustRoot = await addRelease(services)
  const probe = await ask('POST', '/experimental/v1/probes?project=shop', {
    name: 'tap',
    description: '',
    sled: hardware.sled,
    pool_selector: { type: 'auto', ip_version: 'v4' },
  })
  const bundle = await addBundle(services)
  const alerting = await addAlerting(services, named('hook'))
  const fetch = crypto.randomUUID()
  await db
    .insertInto('image_fetch')
    .values(imageFetchRow(fetch, silo, project, time))
    .execute()
  return {
    silo,
    fetch,
    ...alerting,
    bundle,
    certificate,
    userBuiltin: await idOf('user_builtin'),
    project,
    instance,
    pool,
    provider: provider.id,
    image: image.id,
    snapshot: snapshot.id,
    ...others,
    antiAffinityGroup: others.antiAffinityGroup!,
    floatingIp: floatingIp.id,
    ...subnets,
    ...hardware,
    ...rackNetwork,
    trustRoot,
    multicastGroup,
    probe: probe.body.id as string,
    disk: await idOf('disk'),
    vpc: await idOf('vpc'),
    subnet: await idOf('vpc_subnet'),
    router: await idOf('vpc_router'),
    route: await idOf('router_route'),
    gateway: await idOf('internet_gateway'),
    gatewayPool: await idOf('internet_gateway_ip_pool'),
    address: address.body.id as string,
    interface: await idOf('network_interface'),
  }
}

/** Stores the simulated rack, and an adoption request. @returns ids by selector. */
async function addHardware(services: World['services']) {
  await refreshInventory(services)
  const { db } = services
  const idOf = async (table: 'rack' | 'sled' | 'physical_disk' | 'switch') =>
    (await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const adoptionRequest = crypto.randomUUID()
  const identity = { vendor: 'Simulated', model: 'SIM', serial: 'SIM-0001' }
  await db
    .insertInto('physical_disk_adoption_request')
    .values({ id: adoptionRequest, ...identity, time_created: services.clock.now().toISOString() })
    .execute()
  return {
    adoptionRequest,
    rack: await idOf('rack'),
    sled: await idOf('sled'),
    physicalDisk: await idOf('physical_disk'),
    switch: await idOf('switch'),
  }
}

/** Stores an alert, and a receiver that is subscribed to it. @returns ids by selector. */
async function addAlerting({ db }: World['services'], identity: Named) {
  const { time_created, time_modified } = identity
  const alert = crypto.randomUUID()
  const secret = crypto.randomUUID()
  await db
    .insertInto('alert')
    .values({
      id: alert,
      class: 'update.ended',
      version: 1,
      payload: JSON.stringify({ message: 'The update to 1.0.0 has ended', version: '1.0.0' }),
      time_created,
      time_modified,
    })
    .execute()
  await db
    .insertInto('alert_receiver')
    .values({
      ...identity,
      endpoint: 'https://alerts.example/hook',
      subscriptions: '["update.*"]',
      secrets: JSON.stringify([{ id: secret, timeCreated: time_created, secret: 'hush' }]),
    })
    .execute()
  return { alert, receiver: identity.id, secret }
}

/** Stores a support bundle with an empty file. @returns its id. */
async function addBundle({ db, clock }: World['services']): Promise<string> {
  const id = crypto.randomUUID()
  const time = clock.now().toISOString()
  await db
    .insertInto('support_bundle')
    .values({
      id,
      state: 'active',
      reason_for_creation: 'Created by external API',
      user_comment: 'one of each',
      since: time,
      progress: 100,
      files: JSON.stringify([{ name: 'tasks.json', size: 0, isCut: false, problem: null }]),
      size: 0,
      attempts: 1,
      time_completed: time,
      time_created: time,
      time_modified: time,
    })
    .execute()
  return id
}

/** Stores the release 1.0.0 and a trust root. @returns the id of the trust root. */
async function addRelease({ db, clock }: World['services']): Promise<string> {
  const time_created = clock.now().toISOString()
  const release = { system_version: '1.0.0', version_key: versionSortKey('1.0.0'), file_name: 'release.zip' }
  await db
    .insertInto('tuf_repo')
    .values({ id: crypto.randomUUID(), ...release, hash: 'a'.repeat(64), time_created })
    .execute()
  const root = { id: crypto.randomUUID(), root_role: '{}', time_created }
  await db.insertInto('updates_trust_root').values(root).execute()
  return root.id
}

/** Returns a fetch that has not begun. */
const imageFetchRow = (id: string, silo: string, project: string, time: string) => ({
  id,
  name: 'fetched',
  description: '',
  tags: '{}',
  silo_id: silo,
  project_id: project,
  user_id: crypto.randomUUID(),
  os: 'debian',
  version: '13',
  block_size: 512 as const,
  url: 'https://images.example/debian.img',
  checksum: null,
  checksum_url: null,
  state: 'waiting' as const,
  bytes_done: 0,
  bytes_total: null,
  etag: null,
  disk_id: crypto.randomUUID(),
  snapshot_id: crypto.randomUUID(),
  image_id: null,
  error_code: null,
  message: null,
  time_created: time,
  time_completed: null,
})

/** Creates a subnet pool with a member and an external subnet from it. @returns their ids by selector. */
async function createExternalSubnet({ ask }: Pick<World, 'ask'>) {
  const pool = await ask('POST', '/v1/system/subnet-pools', {
    name: 'blocks',
    description: '',
    ip_version: 'v4',
  })
  const path = '/v1/system/subnet-pools/blocks'
  await ask('POST', `${path}/members/add`, { subnet: '198.18.0.0/16' })
  await ask('POST', `${path}/silos`, { silo: 'main', is_default: true })
  const subnet = await ask('POST', '/v1/external-subnets?project=shop', {
    name: 'block',
    description: '',
    allocator: { type: 'explicit', subnet: '198.18.0.0/28' },
  })
  return { subnetPool: pool.body.id as string, externalSubnet: subnet.body.id as string }
}

/** Creates a default multicast pool and a group that the instance joins. @returns the id of the group. */
async function createMulticastGroup({ ask }: Pick<World, 'ask'>): Promise<string> {
  const pool = { name: 'multicast-v4', description: '', ip_version: 'v4', pool_type: 'multicast' }
  await ask('POST', '/v1/system/ip-pools', pool)
  const path = '/v1/system/ip-pools/multicast-v4'
  await ask('POST', `${path}/ranges/add`, { first: '239.1.0.0', last: '239.1.0.255' })
  await ask('POST', `${path}/silos`, { silo: 'main', is_default: true })
  const member = await ask('PUT', '/v1/instances/web/multicast-groups/video?project=shop', {})
  return member.body.multicast_group_id as string
}

/** Writes a certificate named `web` that serves nothing, unless it exists. */
export async function addCertificateRow({ db, clock }: World['services'], silo: string, id: string) {
  const time = clock.now().toISOString()
  await db
    .insertInto('certificate')
    .values({
      id,
      name: 'web',
      description: '',
      time_created: time,
      time_modified: time,
      silo_id: silo,
      service: 'external_api',
      cert: 'none',
      private_key: 'none',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
