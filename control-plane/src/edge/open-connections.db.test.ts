import { manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'
import { plainBindings } from '../kit/request/bindings.ts'

/** Milliseconds after which a withdrawn permission has ended every open connection. */
const WITHIN = 5_000
const LOCAL_USERS = '/v1/system/identity-providers/local/users'
const ALLOW_LIST = '/v1/system/networking/allow-list'

const clock = manualClock()
let world: World
let project = ''
let instance = ''
let user = ''
beforeAll(async () => {
  world = await openWorld({ clock })
  project = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id
  const body = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  instance = (await world.ask('POST', '/v1/instances?project=shop', body)).body.id
  const state = async () => (await world.ask('GET', `/v1/instances/${instance}`)).body.run_state
  for (let tries = 0; (await state()) !== 'running' && tries < 3_000; tries++) await pass(1)
})
afterAll(async () => {
  // Lets the driver finish its pending work.
  await pass(20)
  await world.close()
})
let count = 0
beforeEach(async () => {
  user = await addUser(world.services, 'main', `worker-${count++}`, {
    projects: { [project]: 'limited_collaborator' },
  })
})

async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at++) {
    await clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Lets a check that has begun end: it reads less than these requests do. The next one comes a while after its end. */
async function endChecks(): Promise<void> {
  for (let count = 0; count < 5; count++)
    expect((await world.ask('GET', `/v1/instances/${instance}`)).status).toBe(200)
}

type Headers = Record<string, string>
type Connection = { ended: () => boolean; close: () => Promise<void> | void }

/** A request of a client at another machine. */
function requestOf(path: string, headers: Headers) {
  const request = new Request(`http://test${path}`, { headers })
  return [request, { ...plainBindings(request), clientAddress: '198.51.100.9', isLocal: false }] as const
}

async function openConsole(headers: Headers): Promise<Connection> {
  const console = await world.controlPlane.openSerial(
    ...requestOf(`/v1/instances/${instance}/serial-console/stream`, headers),
  )
  let ended = false
  void console.closed.then(() => (ended = true))
  return { ended: () => ended, close: () => console.close() }
}

async function openStream(headers: Headers): Promise<Connection> {
  const response = await world.controlPlane.fetch(...requestOf('/experimental/v1/events', headers))
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  let ended = false
  void (async () => {
    while (!(await reader.read()).done);
    ended = true
  })()
  return { ended: () => ended, close: () => reader.cancel() }
}
const kinds = { console: openConsole, stream: openStream }

const ownSession = async () => ({ cookie: await world.signIn(`worker-${count - 1}`, `worker-${count - 1}`) })

/** How a caller gets in, and how that ends. */
const withdrawals: Record<
  string,
  { enter: () => Promise<Headers>; withdraw: (as: Headers) => Promise<unknown> }
> = {
  'the user signs out': {
    enter: ownSession,
    withdraw: ({ cookie }) => world.ask('POST', '/v1/logout', undefined, cookie),
  },
  'the user is deleted': {
    enter: ownSession,
    withdraw: () => world.ask('DELETE', `${LOCAL_USERS}/${user}?silo=main`),
  },
  'the user is disabled': {
    enter: ownSession,
    withdraw: () => world.ask('POST', `/experimental/v1/system/users/${user}/disable?silo=main`),
  },
  'an admin changes the password': {
    enter: ownSession,
    withdraw: () =>
      world.ask('POST', `${LOCAL_USERS}/${user}/set-password?silo=main`, {
        mode: 'password',
        value: 'a quite different one',
      }),
  },
  'the access token is deleted': {
    enter: async () => bearer(await grantToken(world, (await ownSession()).cookie)),
    withdraw: async (headers) => {
      const { items } = (await world.ask('GET', '/v1/me/access-tokens', undefined, '', headers)).body
      return world.ask('DELETE', `/v1/me/access-tokens/${items[0].id}`, undefined, '', headers)
    },
  },
  'the access token expires': {
    enter: async () => bearer(await grantToken(world, (await ownSession()).cookie, { ttl_seconds: '61' })),
    withdraw: () => pass(61),
  },
  'a new allow list leaves the address out': {
    enter: ownSession,
    withdraw: () => world.ask('PUT', ALLOW_LIST, { allowed_ips: { allow: 'list', ips: ['192.0.2.0/24'] } }),
  },
}
const restore = async () => {
  await world.ask('PUT', ALLOW_LIST, { allowed_ips: { allow: 'any' } })
}

async function expectEnd(connection: Connection): Promise<void> {
  await endChecks()
  await clock.advance(WITHIN)
  await expect.poll(connection.ended).toBe(true)
}

test.each(
  Object.entries(kinds).flatMap(([kind, open]) =>
    Object.entries(withdrawals).map(([why, how]) => ({ kind, open, why, ...how })),
  ),
)('a $kind ends within seconds when $why', async ({ open, enter, withdraw }) => {
  const headers = await enter()
  const connection = await open(headers)
  await pass(20)
  expect(connection.ended()).toBe(false)
  await withdraw(headers)
  await expectEnd(connection)
  await restore()
})

test('a console ends within seconds when its user loses the role', async () => {
  const console = await openConsole(await ownSession())
  await world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  await expectEnd(console)
})

test.each(['PUT', 'DELETE'])(
  'a stream ends within seconds when the identity provider is withdrawn (%s)',
  async (method) => {
    world.services.saml = pretendedSaml
    const silo = `clinic-${method.toLowerCase()}`
    await addSilo(world.services, silo, { identity_mode: 'saml_jit' })
    await world.ask(
      'POST',
      `/v1/system/identity-providers/saml?silo=${silo}`,
      newProvider('keycloak', { allow_unsolicited: true }),
    )
    const browser = openBrowser(world)
    await browser.post(samlSubject({ nameId: 'ann' }), { path: `${silo}/saml/keycloak` })
    const stream = await openStream({ cookie: browser.session() })
    await pass(20)
    expect(stream.ended()).toBe(false)
    const provider = `/experimental/v1/system/identity-providers/saml/keycloak?silo=${silo}`
    expect(
      (await world.ask(method, provider, method === 'PUT' ? { enabled: false } : undefined)).status,
    ).toBeLessThan(300)
    await expectEnd(stream)
  },
)

test.each(Object.entries(kinds))('a %s stays open while nothing is withdrawn', async (_, open) => {
  const connection = await open(await ownSession())
  await world.ask('PUT', ALLOW_LIST, { allowed_ips: { allow: 'list', ips: ['198.51.100.0/24'] } })
  await pass(40)
  expect(connection.ended()).toBe(false)
  await connection.close()
  await restore()
})
