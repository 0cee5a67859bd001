import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addUser, sessionOf } from '../../test/people.ts'
import { openScimSilo } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'
import type { Database } from '../database/schema.ts'
import { plainBindings } from '../kit/request/bindings.ts'
import { noteAccessChange } from '../kit/sql/access-version.ts'
import { SEATS } from './gate.ts'

let world: World
beforeEach(async () => void (world = await openWorld({ started: false })))
afterEach(() => world.close())

/** Takes all seats. @returns what gives them back. */
function takeSeats(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let n = 0; n < SEATS; n++)
    void world.controlPlane.gate.run({ key: { silo: `silo-${n}`, user: '' } }, () => promise)
  expect(world.controlPlane.gate.state.used).toBe(SEATS)
  return resolve
}

/** Sends a request while there is no seat. @param during runs while it waits. @returns its status. */
async function whileWaiting(
  ask: () => Promise<{ status: number }>,
  during: () => Promise<unknown> = async () => {},
): Promise<number> {
  const free = takeSeats()
  const answered = ask()
  await expect.poll(() => sum(world.controlPlane.gate.state.waiting)).toBe(1)
  await during()
  free()
  return (await answered).status
}
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((one, other) => one + other, 0)

test.each([
  ['nothing', 201, () => async () => {}],
  [
    'their session',
    401,
    (id: string) => (db: Kysely<Database>) => db.deleteFrom('session').where('user_id', '=', id).execute(),
  ],
  [
    'their role',
    403,
    (id: string) => (db: Kysely<Database>) =>
      db.deleteFrom('role_assignment').where('identity_id', '=', id).execute(),
  ],
  [
    'their right to sign in',
    401,
    (id: string) => (db: Kysely<Database>) =>
      db.updateTable('silo_user').set({ active: 0 }).where('id', '=', id).execute(),
  ],
] as const)(
  'a user who loses %s while their request waits for a seat gets %i',
  async (_, status, withdraw) => {
    const { db } = world.services
    const user = await addUser(world.services, 'main', 'ada', { silo: 'collaborator' })
    const cookie = await sessionOf(world.services, user)
    const create = () => world.ask('POST', '/v1/projects', { name: 'late', description: '' }, cookie)
    expect(await whileWaiting(create, () => withdraw(user)(db))).toBe(status)
    expect((await world.ask('GET', '/v1/projects/late')).status).toBe(status === 201 ? 200 : 404)
  },
)

test('a SCIM client whose token is deleted while its request waits for a seat makes no user', async () => {
  const { token, siloId } = await openScimSilo(world, 'provisioned')
  const list = () => world.ask('GET', '/scim/v2/Users', undefined, '', { authorization: `Bearer ${token}` })
  expect(await whileWaiting(list)).toBe(200)
  const remove = () => world.services.db.deleteFrom('scim_token').where('silo_id', '=', siloId).execute()
  expect(await whileWaiting(list, remove)).toBe(401)
})

test.each([
  ['an unknown session', 'GET', '/v1/projects', 401],
  ['an unknown path', 'GET', '/v1/nothing', 404],
  ['a method that a path does not take', 'PATCH', '/v1/projects', 405],
  ['an unknown SCIM token', 'GET', '/scim/v2/Users', 401],
  ['an unknown path of SCIM', 'GET', '/scim/v2/Nothing', 404],
  ['a method that a path of SCIM does not take', 'PATCH', '/scim/v2/Schemas', 405],
])('the refusal of %s waits in the queue of its network', async (_, method, path, expected) => {
  const run = vi.spyOn(world.controlPlane.gate, 'run')
  onTestFinished(() => run.mockRestore())
  const ask = () => world.ask(method, path, undefined, 'session=unknown')
  expect(await whileWaiting(ask)).toBe(expected)
  expect(run.mock.calls.at(-1)![0].key).toEqual({ silo: '', user: 'unknown' })
})

test('a known caller waits in their own queue, before anything is read of them', async () => {
  const user = await addUser(world.services, 'main', 'ada', { silo: 'viewer' })
  const cookie = await sessionOf(world.services, user)
  const run = vi.spyOn(world.controlPlane.gate, 'run')
  onTestFinished(() => run.mockRestore())
  const list = () => world.ask('GET', '/v1/projects', undefined, cookie)
  await list()
  await list()
  const [first, second] = run.mock.calls.map(([{ key }]) => key)
  expect(first).toEqual({ silo: '', user: 'unknown' })
  expect(second).toEqual({ silo: expect.any(String), user })
})

test('a known caller keeps their own queue after access has changed for another user', async () => {
  const user = await addUser(world.services, 'main', 'ada', { silo: 'viewer' })
  const cookie = await sessionOf(world.services, user)
  const other = await sessionOf(
    world.services,
    await addUser(world.services, 'main', 'bob', { silo: 'admin' }),
  )
  const run = vi.spyOn(world.controlPlane.gate, 'run')
  onTestFinished(() => run.mockRestore())
  const list = (by: string) => world.ask('GET', '/v1/projects', undefined, by)
  await list(cookie)
  await noteAccessChange(world.services)
  await list(other)
  await list(cookie)
  expect(run.mock.calls.at(-1)![0].key).toEqual({ silo: expect.any(String), user })
})

test('the websocket of a serial console waits too', async () => {
  const path = `/v1/instances/${crypto.randomUUID()}/serial-console/stream`
  const open = async () =>
    world.controlPlane
      .openSerial(new Request(`http://test${path}`, { headers: { cookie: 'session=unknown' } }))
      .then(() => ({ status: 101 }))
      .catch(({ status }: { status: number }) => ({ status }))
  expect(await whileWaiting(open)).toBe(401)
})

test('large pages, large bodies and large operations take several seats', async () => {
  const run = vi.spyOn(world.controlPlane.gate, 'run')
  onTestFinished(() => run.mockRestore())
  const seatsOf = async (...request: Parameters<World['ask']>) => {
    await world.ask(...request)
    return run.mock.calls.at(-1)![0].seats
  }
  expect(await seatsOf('GET', '/v1/projects?limit=200')).toBe(1)
  expect(await seatsOf('GET', '/v1/projects?limit=201')).toBe(8)
  expect(await seatsOf('GET', '/v1/projects?l%69mit=%32%30%31')).toBe(8)
  const project = { name: 'large', description: 'x'.repeat(512) }
  expect(await seatsOf('POST', '/v1/projects', project)).toBe(1)
  expect(await seatsOf('POST', '/v1/projects', { ...project, more: 'x'.repeat(65_536) })).toBe(8)
  expect(await seatsOf('POST', '/v1/login/main/local', { username: 'a', password: 'b' })).toBe(8)
})

test('without a credential that an operation needs, its body is not awaited', async () => {
  const never = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) }, { highWaterMark: 0 })
  const init = {
    method: 'POST',
    body: never,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  }
  const answered = await world.controlPlane.fetch(new Request('http://test/v1/projects', init as RequestInit))
  expect(answered.status).toBe(401)
})

test.each([
  ['/v1/projects', 'session'],
  ['/scim/v2/Users', 'token'],
])('a request to %s has its seat while its answer is compressed', async (path, by) => {
  const { token } = await openScimSilo(world, 'people')
  const cookie = await world.signIn('admin', 'secret')
  const headers: HeadersInit = by === 'session' ? { cookie } : { authorization: `Bearer ${token}` }
  const { fetch, gate } = world.controlPlane
  const used: number[] = []
  const request = new Request(`http://test${path}`, { headers })
  const compress = async <Answer>(_: Request, answer: Answer) => {
    used.push(gate.state.used)
    return answer
  }
  expect((await fetch(request, { ...plainBindings(request), compress })).status).toBe(200)
  expect([used, gate.state.used]).toEqual([[1], 0])
})
