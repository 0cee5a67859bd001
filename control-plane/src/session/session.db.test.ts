import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
})
afterAll(() => world.close())
beforeEach(() => world.services.db.deleteFrom('sign_in_attempt').execute())

const login = (username: string, password: string, silo = 'main') =>
  world.ask('POST', `/v1/login/${silo}/local`, { username, password }, '')
const me = (cookie: string) => world.ask('GET', '/v1/me', undefined, cookie)
const sessions = async () =>
  Number(
    (
      await world.services.db
        .selectFrom('session')
        .select((s) => s.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('signing in returns 204 and a cookie that scripts cannot read', async () => {
  const { status, headers, body } = await login('admin', 'secret')
  expect({ status, body }).toEqual({ status: 204, body: null })
  const [value, ...attributes] = headers.getSetCookie()[0]!.split('; ')
  expect(value).toMatch(/^granary-session=[0-9a-f]{40}$/)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
})

test('takes a user name with a capital letter and spaces, as phones type it, and counts its failures as those of the name', async () => {
  expect((await login(' Admin ', 'secret')).status).toBe(204)
  for (let n = 0; n < 10; n++)
    expect((await login(n % 2 ? 'admin' : `Admin${' '.repeat(n)}`, 'wrong')).status).toBe(401)
  expect((await login('ADMIN', 'wrong')).status).toBe(429)
})

test('the token itself is not stored', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const token = cookie.replace('session=', '')
  const rows = await world.services.db.selectFrom('session').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('each sign-in has a session of its own that ends independently', async () => {
  const [one, other] = [await world.signIn('admin', 'secret'), await world.signIn('admin', 'secret')]
  expect(one).not.toBe(other)
  const out = await world.ask('POST', '/v1/logout', undefined, one)
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toMatch(/^granary-session=; .*Max-Age=0/)
  expect((await me(one)).status).toBe(401)
  expect((await me(other)).status).toBe(200)
})

test('signing out never fails', async () => {
  for (const cookie of ['', 'session=', `session=${'0'.repeat(40)}`, 'session=%', 'other=1'])
    expect((await world.ask('POST', '/v1/logout', undefined, cookie)).status).toBe(204)
})

test('neither a missing cookie nor a cookie without a session authenticates', async () => {
  for (const cookie of ['', 'session=', `session=${'0'.repeat(40)}`, 'session=%zz', 'sessions=1; a']) {
    const { status, body } = await me(cookie)
    expect({ status, ...body }).toMatchObject({
      status: 401,
      error_code: 'Unauthorized',
      message: 'credentials missing or invalid',
    })
  }
})

test('finds its cookie among others', async () => {
  const cookie = await world.signIn('admin', 'secret')
  expect((await me(`a=1; ${cookie}; b=2`)).status).toBe(200)
})

test('a session expires after eight hours without use', async () => {
  const cookie = await world.signIn('admin', 'secret')
  await clock.advance(8 * HOUR)
  expect((await me(cookie)).status).toBe(200)
  await clock.advance(8 * HOUR + 1)
  const before = await sessions()
  expect((await me(cookie)).status).toBe(401)
  expect(await sessions()).toBe(before - 1)
})

test('use extends a session, but not beyond 24 hours', async () => {
  const cookie = await world.signIn('admin', 'secret')
  for (let hours = 0; hours < 24; hours += 4) {
    await clock.advance(4 * HOUR)
    expect((await me(cookie)).status).toBe(200)
  }
  await clock.advance(1)
  expect((await me(cookie)).status).toBe(401)
})

test('an unknown user, a wrong password and a user without one get the same answer', async () => {
  await addUser(world.services, 'main', 'empty')
  await world.services.db
    .updateTable('silo_user')
    .set({ password_hash: null })
    .where('external_id', '=', 'empty')
    .execute()
  const answers = await Promise.all([
    login('nobody', 'secret'),
    login('admin', 'wrong'),
    login('admin', ''),
    login('empty', ''),
  ])
  const said = answers.map(({ status, body, headers }) => {
    const { request_id: _, ...rest } = body as { request_id: string }
    return JSON.stringify({ status, rest, cookie: headers.get('set-cookie') })
  })
  expect(new Set(said).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 401, body: { message: 'credentials missing or invalid' } })
})

test('verifies a password even for an unknown user', async () => {
  const { services } = world
  const { passwords } = services
  const asked: (string | null)[] = []
  services.passwords = {
    ...passwords,
    verify: (hash, password) => (asked.push(hash), passwords.verify(hash, password)),
  }
  await login('nobody', 'x')
  services.passwords = passwords
  expect(asked).toEqual([null])
})

test('users belong to their silo', async () => {
  await addSilo(world.services, 'other')
  await addUser(world.services, 'other', 'admin')
  expect((await login('admin', 'secret', 'other')).status).toBe(401)
  const cookie = await world.signIn('admin', 'admin', 'other')
  expect((await me(cookie)).body).toMatchObject({
    silo_name: 'other',
    fleet_viewer: false,
    silo_admin: false,
  })
  expect((await login('admin', 'secret', 'none')).body.message).toBe('not found: silo with name "none"')
})

test('a silo with SAML has no passwords', async () => {
  const id = await addSilo(world.services, 'federated')
  await addUser(world.services, 'federated', 'fred')
  await world.services.db
    .updateTable('silo')
    .set({ identity_mode: 'saml_jit' })
    .where('id', '=', id)
    .execute()
  const { status, body } = await login('fred', 'fred', 'federated')
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: 'not found: identity-provider with name "local"',
  })
})

test('after ten failures with a name, even the correct password is refused for fifteen minutes', async () => {
  for (let count = 0; count < 9; count++) expect((await login('admin', 'wrong')).status).toBe(401)
  expect((await login('admin', 'secret')).status).toBe(204)
  // Success has cleared the count.
  for (let count = 0; count < 10; count++) expect((await login('admin', 'wrong')).status).toBe(401)
  const limited = await login('admin', 'secret')
  expect(limited).toMatchObject({ status: 429, body: { error_code: 'TooManyRequests' } })
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect((await login('somebody', 'else')).status).toBe(401)
  await clock.advance(15 * MINUTE)
  expect((await login('admin', 'secret')).status).toBe(204)
})

test('limits unknown names like known ones', async () => {
  for (let count = 0; count < 10; count++) expect((await login('ghost', 'wrong')).status).toBe(401)
  expect((await login('ghost', 'wrong')).status).toBe(429)
})

test('limits an address that tries many names', async () => {
  for (let count = 0; count < 50; count++) expect((await login(`user${count}`, 'wrong')).status).toBe(401)
  expect((await login('another', 'wrong')).status).toBe(429)
})

test('the sessions of a deleted user are invalid', async () => {
  const id = await addUser(world.services, 'main', 'leaver')
  const cookie = await world.signIn('leaver', 'leaver')
  expect((await me(cookie)).body).toMatchObject({ id, display_name: 'leaver' })
  await world.services.db.deleteFrom('silo_user').where('id', '=', id).execute()
  expect((await me(cookie)).status).toBe(401)
})

test('the profile shows the current roles at each request', async () => {
  const id = await addUser(world.services, 'main', 'riser')
  const cookie = await world.signIn('riser', 'riser')
  const flags = async () => {
    const { fleet_viewer, silo_admin, fleet_role, silo_role } = (await me(cookie)).body
    return { fleet_viewer, silo_admin, roles: [fleet_role, silo_role] }
  }
  expect(await flags()).toEqual({ fleet_viewer: false, silo_admin: false, roles: [null, null] })
  const group = crypto.randomUUID()
  const { db } = world.services
  const { id: silo_id } = await db
    .selectFrom('silo')
    .select('id')
    .where('name', '=', 'main')
    .executeTakeFirstOrThrow()
  const time = clock.now().toISOString()
  await db
    .insertInto('silo_group')
    .values({ id: group, silo_id, display_name: 'admins', time_created: time, time_modified: time })
    .execute()
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: silo_id,
      resource_kind: 'silo',
      identity_kind: 'silo_group',
      identity_id: group,
      role: 'admin',
    })
    .execute()
  expect(await flags()).toEqual({ fleet_viewer: false, silo_admin: false, roles: [null, null] })
  await db.insertInto('silo_group_member').values({ group_id: group, user_id: id }).execute()
  expect(await flags()).toEqual({ fleet_viewer: false, silo_admin: true, roles: [null, 'admin'] })
  expect((await world.ask('GET', '/v1/me/groups', undefined, cookie)).body.items).toMatchObject([
    { display_name: 'admins' },
  ])
  await db
    .updateTable('silo')
    .set({ mapped_fleet_roles: '{"viewer":["viewer"]}' })
    .where('id', '=', silo_id)
    .execute()
  expect(await flags()).toEqual({ fleet_viewer: true, silo_admin: true, roles: ['viewer', 'admin'] })
  await db.updateTable('silo').set({ mapped_fleet_roles: '{}' }).where('id', '=', silo_id).execute()
})
