import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addGroup, addUser, sessionOf, siloId } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { findCaller } from './caller.ts'
import { hashToken } from './token.ts'

const TOKEN = `granary-token-${'a'.repeat(40)}`
const clock = manualClock()
let world: World
let silo: string
let users = 0
/** A collaborator of the silo with a session and a token, and a group without roles that they belong to. */
let user: string
let cookie: string
let group: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  silo = await siloId(world.services)
})
afterAll(() => world.close())
beforeEach(async () => {
  const { services } = world
  await services.db.deleteFrom('access_token').execute()
  user = await addUser(services, 'main', `user-${users++}`, { silo: 'collaborator' })
  group = await addGroup(services, 'main', `group-${users}`, [user])
  cookie = await sessionOf(services, user)
  const time = clock.now().toISOString()
  await services.db
    .insertInto('access_token')
    .values({
      id: crypto.randomUUID(),
      user_id: user,
      token_hash: hashToken(TOKEN),
      time_created: time,
      time_expires: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    })
    .execute()
  expect(await bySession()).toBe(200)
  expect(await byToken()).toBe(200)
})

const PATH = '/v1/projects'
const bySession = async () => (await world.ask('GET', PATH, undefined, cookie)).status
const byToken = async () =>
  (await world.ask('GET', PATH, undefined, '', { authorization: `Bearer ${TOKEN}` })).status
const both = async () => [await bySession(), await byToken()]
const policy = (role_assignments: object[]) => world.ask('PUT', '/v1/policy', { role_assignments })

test('a caller whose access has not changed is not read again', async () => {
  const credential = { table: 'silo_user', column: 'id', value: user } as const
  const read = await findCaller(world.services, credential)
  expect(await findCaller(world.services, credential)).toBe(read)
  await world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  expect(await findCaller(world.services, credential)).not.toBe(read)
})

const admin = async () =>
  (
    await world.services.db.selectFrom('silo_user').select('id').where('external_id', '=', 'admin').execute()
  )[0]!.id
const assignment = (id: string, role = 'admin') => ({
  identity_type: 'silo_user',
  identity_id: id,
  role_name: role,
})

test.each<[string, () => Promise<unknown>]>([
  ['a policy without them', async () => policy([assignment(await admin())])],
  [
    'a role deleted in the database',
    () => world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute(),
  ],
])('a user loses their rights with the next request after %s', async (_, change) => {
  expect(await world.ask('POST', PATH, { name: `before-${users}`, description: '' }, cookie)).toMatchObject({
    status: 201,
  })
  await change()
  for (const [as, headers] of [
    [cookie, {}],
    ['', { authorization: `Bearer ${TOKEN}` }],
  ] as const)
    expect(
      await world.ask('POST', PATH, { name: `after-${users}`, description: '' }, as, headers),
    ).toMatchObject({ status: 403 })
})

test('the role of a group counts from the next request, and ends with it', async () => {
  const siloName = async () =>
    (await world.ask('PUT', '/v1/policy', { role_assignments: [] }, cookie)).body.error_code as string
  expect(await siloName()).toBe('Forbidden')
  const can = async () => (await world.ask('GET', '/v1/me', undefined, cookie)).body.silo_admin as boolean
  await world.services.db
    .insertInto('role_assignment')
    .values({
      resource_id: silo,
      resource_kind: 'silo',
      identity_kind: 'silo_group',
      identity_id: group,
      role: 'admin',
    })
    .execute()
  expect(await can()).toBe(true)
  await world.services.db.deleteFrom('silo_group_member').where('group_id', '=', group).execute()
  expect(await can()).toBe(false)
  await world.services.db.insertInto('silo_group_member').values({ group_id: group, user_id: user }).execute()
  expect(await can()).toBe(true)
  // The members of a deleted group go in a cascade.
  await world.services.db.deleteFrom('silo_group').where('id', '=', group).execute()
  expect(await can()).toBe(false)
})

test('a mapped fleet role ends with its mapping', async () => {
  const fleetRole = async () =>
    (await world.ask('GET', '/v1/me', undefined, cookie)).body.fleet_role as unknown
  const map = (roles: object) =>
    world.services.db
      .updateTable('silo')
      .set({ mapped_fleet_roles: JSON.stringify(roles) })
      .where('id', '=', silo)
      .execute()
  await map({ collaborator: ['viewer'] })
  expect(await fleetRole()).toBe('viewer')
  await map({})
  expect(await fleetRole()).toBe(null)
})

test.each<[string, () => Promise<unknown>, number[]]>([
  ['signing out', () => world.ask('POST', '/v1/logout', undefined, cookie), [401, 200]],
  ['being logged out by an admin', () => world.ask('POST', `/v1/users/${user}/logout`), [401, 401]],
  [
    'being disabled',
    () => world.services.db.updateTable('silo_user').set({ active: 0 }).where('id', '=', user).execute(),
    [401, 401],
  ],
  [
    'being deleted',
    () => world.services.db.deleteFrom('silo_user').where('id', '=', user).execute(),
    [401, 401],
  ],
  [
    'the end of the token',
    () => world.services.db.deleteFrom('access_token').where('user_id', '=', user).execute(),
    [200, 401],
  ],
  [
    'another secret',
    async () => {
      await world.services.db
        .updateTable('session')
        .set({ token_hash: crypto.randomUUID() })
        .where('user_id', '=', user)
        .execute()
      await world.services.db
        .updateTable('access_token')
        .set({ token_hash: crypto.randomUUID() })
        .where('user_id', '=', user)
        .execute()
    },
    [401, 401],
  ],
  ['an hour', () => clock.advance(3_600_001), [200, 401]],
  ['eight idle hours', () => clock.advance(8 * 3_600_000 + 1), [401, 401]],
])('after %s the next request is judged anew', async (_, change, statuses) => {
  await change()
  expect(await both()).toEqual(statuses)
})

test('a change counts from its commit, also for requests that ran before it', async () => {
  const { services } = world
  await services.db
    .transaction()
    .execute(async (db) => {
      await db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
      throw new Error('changed their mind')
    })
    .catch(() => {})
  const create = async (name: string) =>
    (await world.ask('POST', PATH, { name, description: '' }, cookie)).status
  expect(await create(`kept-${users}`)).toBe(201)
  // SQLite has one connection, so the requests wait for the commit there.
  const during: Promise<number>[] = []
  await services.db.transaction().execute(async (db) => {
    await db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
    during.push(bySession(), bySession())
    if (services.engine === 'postgres') await Promise.all(during)
  })
  await Promise.all(during)
  expect(await create(`lost-${users}`)).toBe(403)
})

test('use of a session is stored once a minute, and does not make servers forget their callers', async () => {
  const lastUsed = async () =>
    (
      await world.services.db
        .selectFrom('session')
        .select('time_last_used')
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow()
    ).time_last_used
  const version = async () =>
    (await world.services.db.selectFrom('access_version').selectAll().orderBy('shard').execute()).map((row) =>
      Number(row.version),
    )
  const before = await version()
  await clock.advance(61_000)
  expect(await bySession()).toBe(200)
  const used = await lastUsed()
  expect(used).toBe(clock.now().toISOString())
  await clock.advance(59_000)
  expect(await bySession()).toBe(200)
  expect(await lastUsed()).toBe(used)
  expect(await version()).toEqual(before)
})
