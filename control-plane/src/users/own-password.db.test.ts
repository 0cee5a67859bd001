import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addSilo, addUser, sessionOf } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const NEW = 'four words in a row'
let world: World
let name: string
let cookie: string
let count = 0
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.db.deleteFrom('sign_in_attempt').execute()
  name = `user-${(count += 1)}`
  await addUser(world.services, 'main', name)
  cookie = await world.signIn(name, name)
})

const change = (current_password: string, new_password = NEW, as = cookie) =>
  world.ask('POST', '/experimental/v1/me/password', { current_password, new_password }, as)
const me = async (as: string, token?: string) =>
  (await world.ask('GET', '/v1/me', undefined, as, token ? bearer(token) : {})).status

test('users change their password, which ends their other sessions and their tokens', async () => {
  const other = await world.signIn(name, name)
  const token = await grantToken(world, other)
  const neighbor = await world.signIn('admin', 'secret')
  expect((await change(name)).status).toBe(204)
  expect([await me(cookie), await me(other), await me('', token), await me(neighbor)]).toEqual([
    200, 401, 401, 200,
  ])
  expect(await world.signIn(name, name)).toBe('')
  expect(await world.signIn(name, NEW)).not.toBe('')
})

test('a change with an access token ends that token too', async () => {
  const token = await grantToken(world, cookie)
  const body = { current_password: name, new_password: NEW }
  const changed = await world.ask('POST', '/experimental/v1/me/password', body, '', bearer(token))
  expect(changed.status).toBe(204)
  expect([await me('', token), await me(cookie)]).toEqual([401, 401])
})

test('refuses a wrong current password and a weak new one, each at its field', async () => {
  expect(await change('wrong')).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'current_password', code: 'not_allowed' }] },
  })
  for (const [weak, code] of [
    ['seven77', 'too_short'],
    ['Sunshine', 'not_allowed'],
    ['Granary-1', 'not_allowed'],
    ['main-2026', 'not_allowed'],
    [name.toUpperCase().padEnd(8, '-'), undefined],
  ] as const) {
    const answer = await change(name, weak)
    if (code) expect(answer.body.problems).toMatchObject([{ path: 'new_password', code }])
    else expect(answer.status).toBe(204)
  }
})

test('wrong current passwords count as failed sign-ins', async () => {
  for (let tries = 0; tries < 10; tries++) expect((await change('wrong')).status).toBe(400)
  expect((await change(name)).status).toBe(429)
  expect(
    (await world.ask('POST', '/v1/login/main/local', { username: name, password: name }, '')).status,
  ).toBe(429)
})

test('a silo whose users sign in elsewhere has no passwords to change', async () => {
  await addSilo(world.services, 'federated', { identity_mode: 'saml_jit' })
  const fred = await sessionOf(world.services, await addUser(world.services, 'federated', 'fred'))
  expect((await change('fred', NEW, fred)).status).toBe(404)
  const method = async (as: string) =>
    (await world.ask('GET', '/experimental/v1/me/sign-in', undefined, as)).body.method
  expect([await method(fred), await method(cookie)]).toEqual(['identity_provider', 'password'])
  expect((await change('x', NEW, '')).status).toBe(401)
})
