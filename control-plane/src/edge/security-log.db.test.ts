import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken, requestDeviceCode } from '../../test/devices.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openScimSilo } from '../../test/scim.ts'
import { collectEntries } from '../../test/security-log.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let log: ReturnType<typeof collectEntries>
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
  log = collectEntries(world)
  for (const name of ['ada', 'bea', 'cy']) await addUser(world.services, 'main', name, {})
})
afterAll(() => world.close())
beforeEach(() => void log.take())

const taken = (event?: string) => log.take().filter((entry) => !event || entry.event === event)

test('a sign-in with a password names the user, the silo, the address and the session', async () => {
  const cookie = await world.signIn('ada', 'ada')
  const id = await userId(cookie)
  expect(taken('sign_in')).toEqual([
    expect.objectContaining({
      operation: 'login_local',
      path: '/v1/login/main/local',
      clientAddress: 'unknown',
      actor: { kind: 'user', id, name: 'ada', siloId: expect.any(String), siloName: 'main' },
      credential: { kind: 'password', id: null },
      begun: { kind: 'session', id: expect.any(String) },
      outcome: 'succeeded',
      status: 204,
      reason: null,
    }),
  ])
})

test('a wrong password names the user whose name was given, and no name that no user has', async () => {
  await world.signIn('ada', 'wrong')
  await world.signIn('my-password-by-mistake', 'wrong')
  const entries = taken()
  expect(entries).toMatchObject([
    {
      event: 'sign_in',
      outcome: 'refused',
      status: 401,
      actor: { name: 'ada' },
      reason: 'the password is wrong',
    },
    { event: 'sign_in', outcome: 'refused', actor: null, reason: 'no active user has this name' },
  ])
  expect(JSON.stringify(entries)).not.toContain('by-mistake')
})

test('a refused sign-in does not name the user of the session that the browser still has', async () => {
  const cookie = await world.signIn('admin', 'secret')
  log.take()
  await world.ask('POST', '/v1/login/main/local', { username: 'nobody', password: 'x' }, cookie)
  expect(taken('sign_in')).toMatchObject([{ actor: null, credential: { kind: 'password' } }])
})

test('too many wrong passwords are refused with the reason', async () => {
  for (let guess = 0; guess < 11; guess++) await world.signIn('bea', 'wrong')
  expect(taken().at(-1)).toMatchObject({
    event: 'sign_in',
    status: 429,
    outcome: 'refused',
    actor: { name: 'bea' },
  })
})

test('a device code, its confirmation, and the first use of the token from an address', async () => {
  const cookie = await world.signIn('admin', 'secret')
  await world.ask('GET', '/v1/me', undefined, cookie)
  log.take()
  const token = await grantToken(world, cookie)
  expect(taken()).toMatchObject([
    { event: 'change', operation: 'device_auth_request', actor: null },
    {
      event: 'change',
      operation: 'device_auth_confirm',
      actor: { name: 'admin' },
      credential: { kind: 'session' },
    },
    {
      event: 'sign_in',
      operation: 'device_access_token',
      actor: { name: 'admin' },
      credential: { kind: 'device_code' },
      begun: { kind: 'access_token' },
    },
  ])
  const use = () => world.ask('GET', '/v1/projects', undefined, '', bearer(token))
  await use()
  await use()
  // The token was used from this address when it was fetched.
  expect(taken()).toEqual([])
  await world.controlPlane.fetch(new Request('http://test/v1/projects', { headers: bearer(token) }), {
    requestId: 'elsewhere',
    clientAddress: '192.0.2.7',
    isLocal: false,
    origin: 'http://test',
    readBytes: async () => new Uint8Array(),
    onAnswer: () => {},
  })
  expect(taken()).toMatchObject([
    {
      event: 'credential_use',
      clientAddress: '192.0.2.7',
      credential: { kind: 'access_token' },
      requestId: 'elsewhere',
    },
  ])
})

test('waiting for the confirmation of a device code leaves no entry', async () => {
  const device = await requestDeviceCode(world)
  log.take()
  await device.poll()
  expect(taken()).toEqual([])
})

test('SAML answers: refused ones with the reason, accepted ones with the provider', async () => {
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  const path = '/v1/system/identity-providers/saml?silo=clinic'
  const { body } = await world.ask('POST', path, newProvider('keycloak', { allow_unsolicited: true }))
  log.take()
  await openBrowser(world).post('not an answer')
  expect(taken()).toMatchObject([
    {
      event: 'sign_in',
      operation: 'login_saml',
      outcome: 'refused',
      actor: null,
      credential: { kind: 'saml_answer', id: body.id },
      reason: 'the answer of the identity provider was refused: it is not signed',
    },
  ])
  await openBrowser(world).post(samlSubject())
  expect(taken('sign_in').at(-1)).toMatchObject({
    outcome: 'succeeded',
    actor: { name: 'ada@clinic.example', siloName: 'clinic' },
    credential: { kind: 'saml_answer', id: body.id },
    begun: { kind: 'session' },
  })
})

test('SCIM: the token, refused and accepted, and the change', async () => {
  const lab = await openScimSilo(world, 'lab')
  log.take()
  await lab.ask('GET', '/Users', undefined, { authorization: 'Bearer granary-scim-wrong' })
  await lab.addUser('eve')
  expect(taken()).toMatchObject([
    { event: 'refusal', outcome: 'refused', status: 401, credential: { kind: 'scim_token', id: null } },
    { event: 'credential_use', credential: { kind: 'scim_token' }, actor: { kind: 'scim', siloName: 'lab' } },
    { event: 'change', operation: 'scim_user_create', changes: [{ kind: 'silo-user', action: 'created' }] },
  ])
})

test('a change names its target and what it changed', async () => {
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const [created] = taken('change')
  expect(created).toMatchObject({ operation: 'project_create' })
  expect(created!.changeCount).toBeGreaterThan(10)
  expect(created!.changes).toHaveLength(10)
  const id = created!.changes.find(({ kind }) => kind === 'project')!.id
  await world.ask('PUT', '/v1/projects/shop', { description: 'ours' })
  expect(taken('change')).toMatchObject([
    {
      operation: 'project_update',
      target: { kind: 'project', id, name: 'shop' },
      changes: [{ kind: 'project', action: 'updated', id }],
    },
  ])
})

test('a resource that is hidden from the caller is refused, and one that does not exist is not', async () => {
  const cookie = await world.signIn('cy', 'cy')
  await world.ask('POST', '/v1/projects', { name: 'hidden', description: '' })
  log.take()
  await world.ask('GET', '/v1/projects/hidden', undefined, cookie)
  await world.ask('GET', '/v1/projects/missing', undefined, cookie)
  expect(taken().filter(({ event }) => event !== 'credential_use')).toMatchObject([
    { event: 'refusal', status: 404, reason: 'hidden project: the caller may not read it' },
  ])
})

test('no text of a user can forge or hide a part of the log', async () => {
  const evil = 'x\n{"level":"info"}\u001b[2J\u0085\u202e\u2028\ud800'
  await world.services.db
    .updateTable('silo_user')
    .set({ display_name: evil + 'y'.repeat(500) })
    .where('external_id', '=', 'cy')
    .execute()
  await world.signIn('cy', 'cy')
  await world.ask(
    'GET',
    `/v1/projects/${encodeURIComponent('\u202ea')}`,
    undefined,
    await world.signIn('cy', 'cy'),
  )
  await world.ask('PUT', `/v1/projects/%E2%80%AEa%0A`, { description: '' })
  const text = taken().flatMap((entry) => [JSON.parse(JSON.stringify(entry))])
  const all: string[] = []
  JSON.stringify(text, (_, value: unknown) => (typeof value === 'string' && all.push(value), value))
  expect(all.length).toBeGreaterThan(20)
  for (const value of all) {
    expect(value).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(value.length).toBeLessThanOrEqual(201)
  }
  expect(all.some((value) => value.startsWith('x\\u{a}{"level"'))).toBe(true)
})

test('no secret of a request or an answer is in the log', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const device = await requestDeviceCode(world)
  const wrongCode = 'BCDF-GHJK'
  await world.ask('POST', '/device/confirm', { user_code: wrongCode }, cookie)
  await world.ask('POST', '/device/confirm', { user_code: device.userCode }, cookie)
  const token = (await device.poll()).body.access_token as string
  await world.ask('GET', '/v1/me', undefined, '', bearer(token))
  await world.ask('GET', '/v1/me', undefined, '', bearer(`${token}wrong`))
  await world.ask('GET', '/v1/me', undefined, 'session=stolen-cookie')
  const passwords = { current_password: 'wrong-and-secret', new_password: 'a-new-and-secret-one' }
  await world.ask('POST', '/experimental/v1/me/password', passwords, cookie)
  await world.ask('GET', '/login/clinic/saml/keycloak/finish?answer=secret-answer')
  const text = JSON.stringify(log.take())
  expect(text).toContain('login_saml_finish')
  expect(text).toContain('current_user_password_update')
  for (const secret of [
    cookie.split('=')[1]!,
    token,
    device.deviceCode,
    device.userCode,
    wrongCode,
    'stolen-cookie',
    passwords.current_password,
    passwords.new_password,
    'secret-answer',
  ])
    expect(text.includes(secret), secret).toBe(false)
})

const userId = async (cookie: string) =>
  (await world.ask('GET', '/v1/me', undefined, cookie)).body.id as string
