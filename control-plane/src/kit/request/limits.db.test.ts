import { LIMITS, limitMessage, type LimitName } from '@granary/domain/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../../contract/test/certificates.ts'
import { addSilo, addUser } from '../../../test/people.ts'
import { PUBLIC_KEY } from '../../../test/ssh-key.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { rememberRequest } from '../../identity-providers/once.ts'
import { countOpen } from './open-counts.ts'
import { requireRoom } from '../resources/row-limit.ts'
import { inTransaction, systemContext } from '../resources/transaction.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

const refusal = (name: LimitName) => ({
  status: LIMITS[name].endsByItself ? 429 : 400,
  body: {
    error_code: LIMITS[name].endsByItself ? 'TooManyRequests' : 'InvalidRequest',
    message: limitMessage(name),
  },
})
const time = '2026-01-01T00:00:00.000Z'
const numbered = <Row>(count: number, row: (n: number) => Row): Row[] =>
  Array.from({ length: count }, (_, n) => row(n))

test('refuses one SSH key more than a user may have, and takes it when another is deleted', async () => {
  await addUser(world.services, 'main', 'ada')
  const ada = await world.signIn('ada', 'ada')
  const { id: user_id } = (await world.ask('GET', '/v1/me', undefined, ada)).body
  const key = {
    description: '',
    public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEX',
    time_created: time,
    time_modified: time,
  }
  await world.services.db
    .insertInto('ssh_key')
    .values(
      numbered(LIMITS.sshKeys.max, (n) => ({ ...key, id: crypto.randomUUID(), name: `key-${n}`, user_id })),
    )
    .execute()
  const body = {
    name: 'one-more',
    description: '',
    public_key: PUBLIC_KEY,
  }
  const create = () => world.ask('POST', '/v1/me/ssh-keys', body, ada)
  expect(await create()).toMatchObject(refusal('sshKeys'))
  expect((await world.ask('DELETE', '/v1/me/ssh-keys/key-0', undefined, ada)).status).toBe(204)
  expect((await create()).status).toBe(201)
})

test.each([
  ['vpcs', '/v1/vpcs?project=PROJECT', { dns_name: 'net' }],
  [
    'subnets',
    '/v1/vpc-subnets?vpc=default&project=PROJECT',
    (n: number) => ({ ipv4_block: `10.${n}.0.0/24` }),
  ],
  ['routers', '/v1/vpc-routers?vpc=default&project=PROJECT', {}],
  [
    'routes',
    '/v1/vpc-router-routes?router=mine&vpc=default&project=PROJECT',
    { destination: { type: 'ip_net', value: '192.0.2.0/24' }, target: { type: 'drop' } },
  ],
  ['internetGateways', '/v1/internet-gateways?vpc=default&project=PROJECT', {}],
] as const)('refuses more %s than a VPC or a project may have', async (name, path, more) => {
  const project = `with-many-${name.toLowerCase()}`
  await world.ask('POST', '/v1/projects', { name: project, description: '' })
  const mine = { name: 'mine', description: '' }
  await world.ask('POST', `/v1/vpc-routers?vpc=default&project=${project}`, mine)
  const at = path.replace('PROJECT', project)
  const { length: had } = (await world.ask('GET', `${at}&limit=1000`)).body.items as unknown[]
  const create = (n: number) =>
    world.ask('POST', at, {
      name: `one-${n}`,
      description: '',
      ...(typeof more === 'function' ? more(n) : more),
    })
  for (let n = had; n < LIMITS[name].max; n++) expect((await create(n)).status).toBe(201)
  expect(await create(LIMITS[name].max)).toMatchObject(refusal(name))
})

/** Inserts copies of a row with other ids and names. */
async function fill(
  table: 'project' | 'instance' | 'affinity_group' | 'silo_group' | 'network_interface',
  row: object,
  count: number,
) {
  const named = (n: number) => ('name' in row ? { name: `copy-${n}` } : {})
  const shown = (n: number) => ('display_name' in row ? { display_name: `copy-${n}` } : {})
  const placed = (n: number) => ('mac' in row ? { mac: `copy-${n}`, slot: n + 100 } : {})
  const rows = numbered(count, (n) => ({
    ...row,
    id: crypto.randomUUID(),
    ...named(n),
    ...shown(n),
    ...placed(n),
  }))
  for (let at = 0; at < count; at += 500)
    await world.services.db
      .insertInto(table)
      .values(rows.slice(at, at + 500) as never)
      .execute()
}

test('refuses one instance or affinity group more than a project may have, also if they count against no quota', async () => {
  for (const name of ['origin', 'crowded']) await world.ask('POST', '/v1/projects', { name, description: '' })
  const { id: project_id } = (await world.ask('GET', '/v1/projects/crowded')).body
  const body = { name: 'one', description: '', hostname: 'one', ncpus: 1, memory: 2 ** 30 }
  const create = (project: string, name: string) =>
    world.ask('POST', `/v1/instances?project=${project}`, {
      ...body,
      name,
      start: false,
      network_interfaces: { type: 'none' },
    })
  expect((await create('origin', 'one')).status).toBe(201)
  const row = await world.services.db.selectFrom('instance').selectAll().executeTakeFirstOrThrow()
  await fill('instance', { ...row, project_id }, LIMITS.instances.max - 1)
  expect((await create('crowded', 'last')).status).toBe(201)
  expect(await create('crowded', 'one-more')).toMatchObject(refusal('instances'))
  // Another project has room, and so has this one again after a deletion.
  expect((await create('origin', 'two')).status).toBe(201)
  await world.services.db
    .deleteFrom('instance')
    .where('project_id', '=', project_id)
    .where('name', '=', 'copy-0')
    .execute()
  expect((await create('crowded', 'one-more')).status).toBe(201)

  const group = { name: 'last', description: '', policy: 'allow', failure_domain: 'sled' }
  const time_modified = time
  await fill(
    'affinity_group',
    { ...group, project_id, time_created: time, time_modified },
    LIMITS.affinityGroups.max - 1,
  )
  const createGroup = (name: string) =>
    world.ask('POST', '/v1/affinity-groups?project=crowded', { ...group, name })
  expect((await createGroup('last')).status).toBe(201)
  expect(await createGroup('one-more')).toMatchObject(refusal('affinityGroups'))
  expect((await world.ask('POST', '/v1/anti-affinity-groups?project=crowded', group)).status).toBe(201)
})

test('refuses one network interface more than a VPC may have', async () => {
  const create = (project: string, name: string) =>
    world.ask('POST', `/v1/instances?project=${project}`, {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      start: false,
    })
  for (const name of ['elsewhere', 'networked'])
    await world.ask('POST', '/v1/projects', { name, description: '' })
  expect((await create('elsewhere', 'first')).status).toBe(201)
  const { db } = world.services
  const row = await db.selectFrom('network_interface').selectAll().executeTakeFirstOrThrow()
  const { id: vpc_id } = (await world.ask('GET', '/v1/vpcs/default?project=networked')).body
  await fill(
    'network_interface',
    { ...row, vpc_id, is_primary: 0, ipv4: null, ipv6: null },
    LIMITS.interfaces.max - 1,
  )
  expect((await create('networked', 'last')).status).toBe(201)
  expect(await create('networked', 'one-more')).toMatchObject(refusal('interfaces'))
  expect((await create('elsewhere', 'second')).status).toBe(201)
})

test('refuses one project more than a silo may have', async () => {
  const silo_id = await addSilo(world.services, 'crowded')
  await addUser(world.services, 'crowded', 'eve', { silo: 'admin' })
  const eve = await world.signIn('eve', 'eve', 'crowded')
  const times = { time_created: time, time_modified: time }
  await fill('project', { name: '', description: '', silo_id, ...times }, LIMITS.projects.max - 1)
  const create = (name: string) => world.ask('POST', '/v1/projects', { name, description: '' }, eve)
  expect((await create('last')).status).toBe(201)
  expect(await create('one-more')).toMatchObject(refusal('projects'))
})

test('counts a large number again after an eighth of the room that was left', async () => {
  const context = systemContext(world.services, 'test')
  const silo_id = await addSilo(world.services, 'grown')
  const times = { time_created: time, time_modified: time }
  await requireRoom(context, 'groups', silo_id)
  await fill('silo_group', { silo_id, display_name: '', ...times }, LIMITS.groups.max)
  let taken = 1
  for (; taken <= LIMITS.groups.max; taken++)
    if (
      await requireRoom(context, 'groups', silo_id).then(
        () => false,
        () => true,
      )
    )
      break
  expect(taken).toBe(LIMITS.groups.max / 8)
})

test('refuses one SCIM token more than a silo may have', async () => {
  const silo_id = await addSilo(world.services, 'scim', { identity_mode: 'saml_scim' })
  const create = () => world.ask('POST', `/v1/system/scim/tokens?silo=scim`)
  await world.services.db
    .insertInto('scim_token')
    .values(
      numbered(LIMITS.scimTokens.max - 1, (n) => ({
        id: crypto.randomUUID(),
        silo_id,
        token_hash: `hash-${n}`,
        time_created: time,
        time_expires: null,
        max_fleet_role: null,
      })),
    )
    .execute()
  expect((await create()).status).toBe(201)
  expect(await create()).toMatchObject(refusal('scimTokens'))
})

test('refuses one access token more than a user may have', async () => {
  const user_id = await addUser(world.services, 'main', 'bob')
  const token = { user_id, time_created: time, time_expires: null }
  await world.services.db
    .insertInto('access_token')
    .values(
      numbered(LIMITS.accessTokens.max, (n) => ({
        ...token,
        id: crypto.randomUUID(),
        token_hash: `token-${n}`,
      })),
    )
    .execute()
  await expect(requireRoom(systemContext(world.services, 'test'), 'accessTokens', user_id)).rejects.toThrow(
    limitMessage('accessTokens'),
  )
})

test('refuses one certificate more than a silo may have', async () => {
  const silo_id = await addSilo(world.services, 'certified')
  const row = { silo_id, description: '', service: 'external_api', cert: '', private_key: '' } as const
  await world.services.db
    .insertInto('certificate')
    .values(
      numbered(LIMITS.certificates.max, (n) => ({
        ...row,
        id: crypto.randomUUID(),
        name: `c-${n}`,
        time_created: time,
        time_modified: time,
      })),
    )
    .execute()
  const body = { name: 'one-more', description: '', service: 'external_api', ...selfSigned() }
  expect(await world.ask('POST', '/v1/certificates?silo=certified', body)).toMatchObject(
    refusal('certificates'),
  )
})

test('ends the least recently used session of a user who signs in once more than allowed', async () => {
  await addUser(world.services, 'main', 'carla')
  await world.signIn('carla', 'carla')
  const second = await world.signIn('carla', 'carla')
  const anHourAgo = new Date(world.services.clock.now().getTime() - 3_600_000).toISOString()
  const { id } = (await world.ask('GET', '/v1/me', undefined, second)).body
  const sessions = await world.services.db
    .selectFrom('session')
    .select(['id', 'token_hash'])
    .where('user_id', '=', id)
    .execute()
  expect(sessions).toHaveLength(2)
  await world.services.db
    .updateTable('session')
    .set({ time_last_used: anHourAgo })
    .where('user_id', '=', id)
    .execute()
  for (let more = 2; more <= LIMITS.sessions.max; more++) await world.signIn('carla', 'carla')
  const left = await world.services.db.selectFrom('session').select('id').where('user_id', '=', id).execute()
  expect(left).toHaveLength(LIMITS.sessions.max)
  expect(left.filter((one) => sessions.some((old) => old.id === one.id))).toHaveLength(1)
})

test('keeps the session that has just begun, also when the clock was set back', async () => {
  await addUser(world.services, 'main', 'dora')
  const first = await world.signIn('dora', 'dora')
  const { id } = (await world.ask('GET', '/v1/me', undefined, first)).body
  for (let more = 1; more < LIMITS.sessions.max; more++) await world.signIn('dora', 'dora')
  const sessions = world.services.db.selectFrom('session').select('id').where('user_id', '=', id)
  const inAnHour = new Date(world.services.clock.now().getTime() + 3_600_000).toISOString()
  await world.services.db
    .updateTable('session')
    .set({ time_last_used: inAnHour })
    .where('user_id', '=', id)
    .execute()
  const last = await world.signIn('dora', 'dora')
  expect((await world.ask('GET', '/v1/me', undefined, last)).status).toBe(200)
  expect(await sessions.execute()).toHaveLength(LIMITS.sessions.max)
})

test('forgets the oldest sign-in request of a provider at the limit, and none of another provider', async () => {
  const silo_id = await addSilo(world.services, 'saml', { identity_mode: 'saml_jit' })
  const { db } = world.services
  const provider = {
    silo_id,
    description: '',
    time_created: time,
    time_modified: time,
    idp_metadata: '',
  } as const
  const more = { idp_entity_id: '', sp_client_id: '', acs_url: '', slo_url: '', technical_contact_email: '' }
  const keys = { group_attribute_name: null, public_cert: null, private_key: null, max_fleet_role: null }
  const rules = { enabled: 1, allow_unsolicited: 0, missing_groups: 'keep' } as const
  for (const id of ['busy', 'calm'])
    await db
      .insertInto('saml_provider')
      .values({ ...provider, ...more, ...keys, ...rules, id, name: id })
      .execute()
  const request = (id: string, provider_id: string, minute: number) => ({
    id,
    provider_id,
    time_expires: new Date(Date.UTC(2999, 0, 1, 0, minute)).toISOString(),
    browser_hash: '',
    network: '192.0.2.1',
  })
  await db
    .insertInto('saml_request')
    .values(request('other', 'calm', 0))
    .execute()
  await db
    .insertInto('saml_request')
    .values(numbered(LIMITS.samlRequests.max, (n) => request(`r${n}`, 'busy', n)))
    .execute()
  await inTransaction(systemContext(world.services, 'test'), (context) =>
    rememberRequest(context, 'busy', { hash: 'browser', network: '192.0.2.2' }),
  )
  const left = (await db.selectFrom('saml_request').select(['id', 'provider_id']).execute()).map(
    ({ id }) => id,
  )
  expect(left).toHaveLength(LIMITS.samlRequests.max + 1)
  expect(left).toContain('other')
})

test('counts open consoles by user, and stops counting closed ones', () => {
  const { services } = world
  const open = numbered(LIMITS.consoles.max, () => countOpen(services, 'consoles', 'ada'))
  expect(() => countOpen(services, 'consoles', 'ada')).toThrow(limitMessage('consoles'))
  countOpen(services, 'consoles', 'bob')
  countOpen(services, 'siloConsoles', 'ada')
  open[0]!()
  open[0]!()
  countOpen(services, 'consoles', 'ada')
  expect(() => countOpen(services, 'consoles', 'ada')).toThrow(limitMessage('consoles'))
})
