import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addSilo, addUser, sessionOf, siloId } from '../../test/people.ts'
import { newProvider, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openScimSilo, USER } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'

/**
 * Trust that is withdrawn while a request is on its way: its client holds back the end of the body, or its handler waits for a
 * hash or another machine.
 */
let world: World
let user: string
let cookie: string
let count = 0
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
})
afterAll(() => world.close())
beforeEach(async () => {
  count += 1
  user = await addUser(world.services, 'main', `user-${count}`, { silo: 'admin', fleet: 'admin' })
  cookie = await sessionOf(world.services, user)
})

const withdrawals: [string, expected: number, () => Promise<unknown>][] = [
  [
    'their roles',
    403,
    () => world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute(),
  ],
  ['their session', 401, () => succeeds('POST', `/v1/users/${user}/logout`)],
  [
    'their right to sign in',
    401,
    () => succeeds('POST', `/experimental/v1/system/users/${user}/disable?silo=main`),
  ],
]
const succeeds = async (method: string, path: string, body?: unknown) =>
  expect((await world.ask(method, path, body)).status).toBeLessThan(300)

/** Something that waits, once it has been reached, until it is let go. */
function gate() {
  const reached = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const pass = () => {
    reached.resolve()
    return free.promise
  }
  return { reached: reached.promise, letGo: free.resolve, pass }
}

const encoder = new TextEncoder()

/** Sends a request whose body arrives only after `withdraw`, which runs once the server waits for it. @returns the status. */
async function sendLate(
  [method, path]: readonly [method: string, path: string],
  body: unknown,
  headers: Record<string, string>,
  withdraw: () => Promise<unknown>,
): Promise<number> {
  const { reached, letGo, pass } = gate()
  const text = body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)
  const late = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await pass()
        controller.enqueue(encoder.encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  // `duplex` is not among the library's types.
  const init = {
    method,
    body: late,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...headers },
  }
  const answered = world.controlPlane.fetch(new Request(`http://test${path}`, init as RequestInit))
  await reached
  await withdraw()
  // No body comes from a network within the turn of the event loop in which it was missing.
  await new Promise((resolve) => setTimeout(resolve, 20))
  letGo()
  return (await answered).status
}

const project = () => ({ name: `late-${count}`, description: '' })

test.each(withdrawals)(
  'a body that arrives after a user has lost %s changes nothing',
  async (_, expected, withdraw) => {
    const to = ['POST', '/v1/projects'] as const
    expect(await sendLate(to, project(), { cookie }, withdraw)).toBe(expected)
    expect((await world.ask('GET', `/v1/projects/${project().name}`)).status).toBe(404)
  },
)

test('a body that arrives while nothing changes is accepted', async () => {
  expect(await sendLate(['POST', '/v1/projects'], project(), { cookie }, async () => {})).toBe(201)
})

test('a SCIM request whose token is deleted before its body arrives changes nothing', async () => {
  const { ask, token, siloId: id } = await openScimSilo(world, 'provisioned')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const body = { schemas: [USER], userName: 'late' }
  const status = await sendLate(['POST', '/scim/v2/Users'], body, headers, () =>
    world.services.db.deleteFrom('scim_token').where('silo_id', '=', id).execute(),
  )
  expect(status).toBe(401)
  expect((await ask('GET', '/Users')).status).toBe(401)
  expect(
    await world.services.db.selectFrom('silo_user').where('silo_id', '=', id).selectAll().execute(),
  ).toEqual([])
})

/** Creates an identity provider that may begin sign-ins. @returns its name. */
async function addProvider(): Promise<string> {
  const name = `idp-${count}`
  const body = newProvider(name, { allow_unsolicited: true })
  await world.ask('POST', '/v1/system/identity-providers/saml?silo=clinic', body)
  return name
}
const replaceMetadata = (name: string) =>
  succeeds('PUT', `/experimental/v1/system/identity-providers/saml/${name}/metadata?silo=clinic`, {
    idp_metadata_source: { type: 'base64_encoded_xml', data: btoa('<EntityDescriptor key="other"/>') },
  })
const answerOfProvider = () => new URLSearchParams({ SAMLResponse: btoa(JSON.stringify(samlSubject())) })

test('an answer that is checked while its provider is replaced signs nobody in', async () => {
  const name = await addProvider()
  const post = async () =>
    (
      await world.controlPlane.fetch(
        new Request(`http://test/login/clinic/saml/${name}`, { method: 'POST', body: answerOfProvider() }),
      )
    ).status
  expect(await post()).toBe(303)
  const saml = { ...pretendedSaml }
  vi.spyOn(saml, 'validate').mockImplementationOnce(async (...given) => {
    await replaceMetadata(name)
    return pretendedSaml.validate(...given)
  })
  world.services.saml = saml
  expect(await post()).toBe(400)
  world.services.saml = pretendedSaml
})

test('an answer that was accepted before its provider was replaced starts no session', async () => {
  const name = await addProvider()
  const { location } = Object.fromEntries(
    (
      await world.controlPlane.fetch(
        new Request(`http://test/login/clinic/saml/${name}`, { method: 'POST', body: answerOfProvider() }),
      )
    ).headers,
  )
  await replaceMetadata(name)
  expect((await world.ask('GET', location!, undefined, '')).status).toBe(400)
})

/** Runs work while the check of a password, which then succeeds, is held up until `withdraw` has run. */
async function whileVerifying<Result>(
  work: () => Promise<Result>,
  withdraw: () => Promise<unknown>,
): Promise<Result> {
  const { passwords } = world.services
  const { reached, letGo, pass } = gate()
  const verify = async (hash: string | null, password: string) => {
    const right = await passwords.verify(hash, password)
    await pass()
    return right
  }
  world.services.passwords = { ...passwords, verify }
  try {
    const result = work()
    await reached
    await withdraw()
    letGo()
    return await result
  } finally {
    world.services.passwords = passwords
  }
}

const name = () => `user-${count}`
const setPassword = async () =>
  succeeds(
    'POST',
    `/v1/system/identity-providers/local/users/${user}/set-password?silo=${await siloId(world.services)}`,
    { mode: 'password', value: 'four words in a row' },
  )

test('a sign-in with a password that is replaced while it is checked fails', async () => {
  const signIn = () => world.ask('POST', '/v1/login/main/local', { username: name(), password: name() }, '')
  expect((await whileVerifying(signIn, async () => {})).status).toBe(204)
  const { status, headers } = await whileVerifying(signIn, setPassword)
  expect(status).toBe(401)
  expect(headers.getSetCookie()).toEqual([])
  const sessions = world.services.db.selectFrom('session').selectAll().where('user_id', '=', user)
  expect(await sessions.execute()).toEqual([])
})

test('a user who changes their password does not overwrite the one that an admin sets during the check', async () => {
  const body = { current_password: name(), new_password: 'a choice of the thief' }
  const change = () => world.ask('POST', '/experimental/v1/me/password', body, cookie)
  expect((await whileVerifying(change, setPassword)).status).toBe(401)
  expect(await world.signIn(name(), 'a choice of the thief')).toBe('')
  expect(await world.signIn(name(), 'four words in a row')).not.toBe('')
})
