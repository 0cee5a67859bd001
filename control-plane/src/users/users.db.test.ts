import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addGroup, addSilo, addUser, sessionOf } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const HOUR = 3_600_000
const LOCAL = '/v1/system/identity-providers/local/users'
const clock = manualClock()
let world: World
let admin: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  admin = (await world.ask('GET', '/v1/me')).body.id as string
  await addSilo(world.services, 'elsewhere')
  await addSilo(world.services, 'federated', { identity_mode: 'saml_jit' })
})
afterAll(() => world.close())

const passwordOf = (name: string) => `password of ${name}`
const create = (
  external_id: string,
  password: object = { mode: 'password', value: passwordOf(external_id) },
  as?: string,
) => world.ask('POST', `${LOCAL}?silo=main`, { external_id, password }, as)
const made = async (external_id: string) => (await create(external_id)).body.id as string
const signsIn = async (name: string, password: string) =>
  (await world.ask('POST', '/v1/login/main/local', { username: name, password }, '')).status === 204

test('a local user is created, signs in, and has no role', async () => {
  const { status, body } = await create('greta')
  expect(status).toBe(201)
  expect(body).toMatchObject({ display_name: 'greta', silo_id: expect.any(String) })
  expect(Object.keys(body).toSorted()).toEqual([
    'display_name',
    'id',
    'silo_id',
    'status',
    'time_created',
    'time_modified',
  ])
  const cookie = await world.signIn('greta', passwordOf('greta'))
  expect((await world.ask('GET', '/v1/me', undefined, cookie)).body).toMatchObject({
    id: body.id,
    silo_role: null,
  })
  expect((await world.ask('GET', '/v1/projects', undefined, cookie)).status).toBe(403)
  expect((await world.ask('GET', `/v1/users/${body.id}`)).body).toEqual(body)
  expect((await world.ask('GET', `/v1/system/users/${body.id}?silo=main`)).body).toEqual(body)
})

test('finds users by a part of either name, with any characters', async () => {
  await addUser(world.services, 'main', '50%_off')
  await addUser(world.services, 'main', 'Wanda')
  await addUser(world.services, 'main', 'wan!der')
  const found = async (text: string) =>
    (
      await world.ask('GET', `/v1/system/users?silo=main&name_contains=${encodeURIComponent(text)}`)
    ).body.items
      .map((user: { display_name: string }) => user.display_name)
      .toSorted()
  expect(await found('WAN')).toEqual(['Wanda', 'wan!der'])
  expect(await found('%')).toEqual(['50%_off'])
  expect(await found('0__')).toEqual([])
  expect(await found('n!d')).toEqual(['wan!der'])
  await addUser(world.services, 'main', '\u00c9lodie')
  await addUser(world.services, 'main', 'Ele\u0301na')
  expect(await found('\u00c9l')).toEqual(['\u00c9lodie'])
  expect(await found('E\u0301l')).toEqual(['\u00c9lodie'])
  expect(await found('le\u0301n')).toEqual(['Ele\u0301na'])
  expect(await found('l\u00e9n')).toEqual(['Ele\u0301na'])
})

test('refuses a name that is taken or invalid', async () => {
  await create('twin')
  expect(await create('twin')).toMatchObject({
    status: 400,
    body: { error_code: 'ObjectAlreadyExists', message: 'already exists: silo-user "twin"' },
  })
  for (const name of ['', 'Upper', '-a', 'a-', 'a b', 'x'.repeat(64), crypto.randomUUID()])
    expect((await create(name)).status).toBe(400)
  expect((await create('long', { mode: 'password', value: 'é'.repeat(257) })).body.message).toContain(
    'password.value: must be at most 512 bytes',
  )
})

test.each([
  ['seven77', 'too_short'],
  ['Password123', 'not_allowed'],
])('refuses the new password %j, also for a user who exists', async (value, code) => {
  const password = { mode: 'password', value }
  expect(await create('unlucky', password)).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'password.value', code }] },
  })
  const id = await addUser(world.services, 'main', `unlucky-${value.length}`)
  expect(await world.ask('POST', `${LOCAL}/${id}/set-password?silo=main`, password)).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'value', code }] },
  })
})

test('refuses the user name as the new password', async () => {
  expect(await create('margarete', { mode: 'password', value: 'Margarete' })).toMatchObject({
    status: 400,
    body: { message: 'unsupported value for "password.value": a password must not be the user name' },
  })
})

test('two concurrent creates with one name do not both succeed', async () => {
  const answers = await Promise.all([create('race'), create('race'), create('race')])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '400', '400'])
})

test('a password is changed and removed, which ends the sessions and tokens from before', async () => {
  const id = await made('iris')
  const jo = await addUser(world.services, 'main', 'jo', { silo: 'admin' })
  const [old, own] = [await world.signIn('iris', passwordOf('iris')), await world.signIn('jo', 'jo')]
  const set = (body: object, user = id) =>
    world.ask('POST', `${LOCAL}/${user}/set-password?silo=main`, body, own)
  const token = await grantToken(world, await world.signIn('iris', passwordOf('iris')))
  expect((await set({ mode: 'password', value: 'new-secret' })).status).toBe(204)
  expect((await world.ask('GET', '/v1/me', undefined, '', bearer(token))).status).toBe(401)
  expect((await world.ask('GET', '/v1/me', undefined, old)).status).toBe(401)
  expect([await signsIn('iris', passwordOf('iris')), await signsIn('iris', 'new-secret')]).toEqual([
    false,
    true,
  ])
  const later = await grantToken(world, await world.signIn('iris', 'new-secret'))
  expect((await set({ mode: 'login_disallowed' })).status).toBe(204)
  expect((await world.ask('GET', '/v1/me', undefined, '', bearer(later))).status).toBe(401)
  expect([await signsIn('iris', 'new-secret'), await signsIn('iris', '')]).toEqual([false, false])
  // Users who change their own password stay signed in.
  expect((await set({ mode: 'password', value: 'newer-secret' }, jo)).status).toBe(204)
  expect((await world.ask('GET', '/v1/me', undefined, own)).status).toBe(200)
})

test('an admin of the silo cannot become an operator by setting the password of one', async () => {
  await addUser(world.services, 'main', 'chief', { silo: 'admin' })
  const cookie = await world.signIn('chief', 'chief')
  const set = (id: string) =>
    world.ask(
      'POST',
      `${LOCAL}/${id}/set-password?silo=main`,
      { mode: 'password', value: 'mine-now' },
      cookie,
    )
  expect(await set(admin)).toMatchObject({
    status: 403,
    body: { message: 'you need the fleet role "admin" for this: this user has it' },
  })
  expect(await signsIn('admin', 'mine-now')).toBe(false)
  expect((await set(await addUser(world.services, 'main', 'clerk'))).status).toBe(204)
})

test('no password is in an answer, in the change log or in the log', async () => {
  const lines: string[] = []
  world.services.log = (...line) => void lines.push(JSON.stringify(line))
  const id = await made('unique-secret-word')
  const set = { mode: 'password', value: 'another-secret-word' }
  const answers = [
    await world.ask('GET', `/v1/users/${id}`),
    await world.ask('POST', `${LOCAL}/${id}/set-password?silo=main`, set),
    await world.ask('POST', `${LOCAL}/${id}/set-password?silo=main`, {
      ...set,
      value: { no: 'another-secret-word' },
    }),
  ]
  world.services.log = () => {}
  const log = await world.services.db.selectFrom('change_log').selectAll().execute()
  expect(log.filter((row) => row.kind === 'silo-user' && row.resource_id === id)).toHaveLength(2)
  expect(JSON.stringify([log, answers.map(({ body }) => body), lines])).not.toMatch(
    /another-secret-word|plain:/,
  )
})

test('deleting a user deletes everything that belongs to them', async () => {
  const id = await made('leaver')
  await addGroup(world.services, 'main', 'leavers', [id])
  await world.ask('POST', '/v1/projects', { name: 'left', description: '' })
  await world.ask('PUT', '/v1/projects/left/policy', {
    role_assignments: [{ identity_id: id, identity_type: 'silo_user', role_name: 'admin' }],
  })
  const cookie = await world.signIn('leaver', passwordOf('leaver'))
  await world.ask('POST', '/v1/me/ssh-keys', { name: 'k', description: '', public_key: 'ssh' }, cookie)
  expect((await world.ask('DELETE', `${LOCAL}/${id}?silo=main`)).status).toBe(204)
  const { db } = world.services
  const left = await Promise.all([
    db.selectFrom('session').select('id').where('user_id', '=', id).execute(),
    db.selectFrom('ssh_key').select('id').where('user_id', '=', id).execute(),
    db.selectFrom('silo_group_member').select('user_id').where('user_id', '=', id).execute(),
    db.selectFrom('role_assignment').select('role').where('identity_id', '=', id).execute(),
  ])
  expect(left.flat()).toEqual([])
  expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(401)
  for (const path of [`/v1/users/${id}`, `/v1/system/users/${id}?silo=main`])
    expect(await world.ask('GET', path)).toMatchObject({
      status: 404,
      body: { message: `not found: silo-user with id "${id}"` },
    })
  expect((await world.ask('DELETE', `${LOCAL}/${id}?silo=main`)).status).toBe(404)
  expect((await create('leaver')).status).toBe(201)
})

test('logging out ends every session of that user only, and sends events to users who may see them', async () => {
  const id = await made('roamer')
  const cookies = [
    await world.signIn('roamer', passwordOf('roamer')),
    await world.signIn('roamer', passwordOf('roamer')),
  ]
  const sessions = (as?: string) => world.ask('GET', `/v1/users/${id}/sessions`, undefined, as)
  const { body } = await sessions()
  expect(body.items).toHaveLength(2)
  expect(Object.keys(body.items[0]).toSorted()).toEqual(['id', 'time_created', 'time_last_used'])
  expect((await sessions(cookies[0])).body).toEqual(body)
  const other = await world.signIn('greta', passwordOf('greta'))
  expect((await sessions(other)).status).toBe(403)
  expect((await world.ask('POST', `/v1/users/${id}/logout`, undefined, other)).status).toBe(403)
  expect((await world.ask('POST', `/v1/users/${id}/logout`, undefined, cookies[0])).status).toBe(204)
  for (const cookie of cookies) expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(401)
  expect((await sessions()).body.items).toEqual([])
  expect((await world.ask('GET', '/v1/me', undefined, other)).status).toBe(200)
})

test('logging out deletes the access tokens too', async () => {
  const id = await made('robot')
  const token = await grantToken(world, await world.signIn('robot', passwordOf('robot')))
  const me = () => world.controlPlane.fetch(new Request('http://test/v1/me', { headers: bearer(token) }))
  expect((await me()).status).toBe(200)
  expect((await world.ask('GET', `/v1/users/${id}/access-tokens`)).body.items).toHaveLength(1)
  expect((await world.ask('POST', `/v1/users/${id}/logout`)).status).toBe(204)
  expect((await me()).status).toBe(401)
  expect((await world.ask('GET', `/v1/users/${id}/access-tokens`)).body.items).toEqual([])
})

test('expired sessions are not listed, even before they are deleted', async () => {
  const id = await made('sleeper')
  await sessionOf(world.services, id)
  await clock.advance(7 * HOUR)
  await sessionOf(world.services, id)
  const ask = async () =>
    (await world.ask('GET', `/v1/users/${id}/sessions`, undefined, await world.signIn('admin', 'secret')))
      .body
  const { db } = world.services
  expect((await ask()).items).toHaveLength(2)
  await clock.advance(2 * HOUR)
  await db.updateTable('session').set({ time_last_used: clock.now().toISOString() }).execute()
  expect((await ask()).items).toHaveLength(2)
  await clock.advance(16 * HOUR)
  await db.updateTable('session').set({ time_last_used: clock.now().toISOString() }).execute()
  const [last] = (await ask()).items
  expect(last.time_created > new Date(clock.now().getTime() - 24 * HOUR).toISOString()).toBe(true)
})

test('refuses to create users in a silo that signs in elsewhere', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const none = { status: 404, body: { message: 'not found: identity-provider with name "local"' } }
  const body = { external_id: 'x', password: { mode: 'login_disallowed' } }
  expect(await world.ask('POST', `${LOCAL}?silo=federated`, body, cookie)).toMatchObject(none)
  const id = await addUser(world.services, 'federated', 'guest')
  expect(await world.ask('DELETE', `${LOCAL}/${id}?silo=federated`, undefined, cookie)).toMatchObject(none)
  const set = `${LOCAL}/${id}/set-password?silo=federated`
  expect(await world.ask('POST', set, body.password, cookie)).toMatchObject(none)
})

test('a user is found in their own silo only', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const id = await addUser(world.services, 'elsewhere', 'foreigner')
  const gone = { status: 404, body: { message: `not found: silo-user with id "${id}"` } }
  expect(await world.ask('GET', `/v1/users/${id}`, undefined, cookie)).toMatchObject(gone)
  expect(await world.ask('GET', `/v1/users/${id}/sessions`, undefined, cookie)).toMatchObject(gone)
  expect(await world.ask('POST', `/v1/users/${id}/logout`, undefined, cookie)).toMatchObject(gone)
  expect(await world.ask('GET', `/v1/system/users/${id}?silo=main`, undefined, cookie)).toMatchObject(gone)
  expect(await world.ask('DELETE', `${LOCAL}/${id}?silo=main`, undefined, cookie)).toMatchObject(gone)
  const list = await world.ask('GET', '/v1/system/users?silo=elsewhere&limit=1000', undefined, cookie)
  expect(list.body.items).toMatchObject([{ id, display_name: 'foreigner' }])
})

test('views groups and lists their members', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const id = await addUser(world.services, 'main', 'member')
  const group = await addGroup(world.services, 'main', 'crew', [id])
  expect((await world.ask('GET', `/v1/groups/${group}`, undefined, cookie)).body).toMatchObject({
    id: group,
    display_name: 'crew',
  })
  expect((await world.ask('GET', `/v1/users?group=${group}`, undefined, cookie)).body.items).toMatchObject([
    { id },
  ])
  const foreign = await addGroup(world.services, 'elsewhere', 'others')
  expect(await world.ask('GET', `/v1/groups/${foreign}`, undefined, cookie)).toMatchObject({
    status: 404,
    body: { message: `not found: silo-group with id "${foreign}"` },
  })
})
