import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestDeviceCode, bearer, grantToken, sendForm } from '../../test/devices.ts'
import { readEvents } from '../../test/event-reader.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const SECOND = 1000
const clock = manualClock()
let world: World
let admin: string
let cookie: string
let user: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'stranger', { silo: 'admin' })
  user = await addUser(world.services, 'main', 'user', { silo: 'viewer' })
  admin = await world.signIn('admin', 'secret')
  cookie = await world.signIn('user', 'user')
})
afterAll(() => world.close())

const by = (token: string, path = '/v1/me', method = 'GET') =>
  world.ask(method, path, undefined, '', bearer(token))
type Token = { id: string; time_created: string; time_expires: string | null; time_last_used: string | null }
const list = async (as = cookie, path = '/v1/me/access-tokens'): Promise<Token[]> =>
  (await world.ask('GET', path, undefined, as)).body.items
const clear = () => world.services.db.deleteFrom('access_token').execute()

test.each(['Bearer', 'bearer', 'BEARER'])('accepts the scheme %s', async (scheme) => {
  const token = await grantToken(world, cookie)
  const headers = { authorization: `${scheme} ${token}` }
  expect((await world.ask('GET', '/v1/me', undefined, '', headers)).body).toMatchObject({ id: user })
})

test.each([
  `Bearer granary-token-${'0'.repeat(40)}`,
  'Bearer granary-token-',
  'Bearer granary-token-x y',
  'Bearer something-else',
  'Basic YTpi',
  'Bearer',
  '',
])('does not authenticate %j', async (authorization) => {
  const headers = { authorization }
  expect(await world.ask('GET', '/v1/me', undefined, '', headers)).toMatchObject({
    status: 401,
    body: { error_code: 'Unauthorized', message: 'credentials missing or invalid' },
  })
})

test('a cookie takes precedence over a token', async () => {
  const token = await grantToken(world, cookie)
  const as = (value: string, headers: Record<string, string>) =>
    world.ask('GET', '/v1/me', undefined, value, headers)
  expect((await as(admin, bearer(token))).body).toMatchObject({ display_name: 'admin' })
  expect((await as(`session=${'0'.repeat(40)}`, bearer(token))).status).toBe(401)
  expect((await as(admin, bearer('granary-token-wrong'))).status).toBe(200)
  expect((await as('other=1', bearer(token))).body).toMatchObject({ id: user })
})

test('a token expires', async () => {
  const token = await grantToken(world, cookie, { ttl_seconds: '60' })
  await clock.advance(59 * SECOND)
  expect((await by(token)).status).toBe(200)
  await clock.advance(SECOND)
  expect((await by(token)).status).toBe(401)
})

test('an expired token does not block a request for a new one', async () => {
  const token = await grantToken(world, cookie, { ttl_seconds: '1' })
  await clock.advance(SECOND)
  const asked = await sendForm(world, '/device/auth', { client_id: crypto.randomUUID() }, bearer(token))
  expect(asked.status).toBe(200)
  expect((await by(token, '/v1/ping')).status).toBe(200)
})

test('lists the valid tokens of the user, page by page', async () => {
  await clear()
  for (const ttl of ['1', '3600']) await grantToken(world, cookie, { ttl_seconds: ttl })
  for (let count = 0; count < 3; count++) await grantToken(world, cookie)
  await grantToken(world, admin)
  await clock.advance(SECOND)
  const all = await list()
  expect(all).toHaveLength(4)
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())
  expect(all.map((token) => Object.keys(token).toSorted())).toContainEqual([
    'id',
    'name',
    'time_created',
    'time_expires',
    'time_last_used',
  ])
  const seen: string[] = []
  let next = ''
  for (;;) {
    const { body } = await world.ask('GET', `/v1/me/access-tokens?limit=3${next}`, undefined, cookie)
    seen.push(...(body.items as Token[]).map(({ id }) => id))
    if (!body.next_page) break
    next = `&page_token=${body.next_page as string}`
  }
  expect(seen).toEqual(all.map(({ id }) => id))
})

test('a token shows its device and its last use, which is stored at most once a minute', async () => {
  await clear()
  const token = await grantToken(world, cookie)
  const shown = async () => (await list())[0]!
  expect(await shown()).toMatchObject({ name: null, time_last_used: null })
  const first = clock.now().toISOString()
  await by(token)
  expect((await shown()).time_last_used).toBe(first)
  const version = () => world.services.db.selectFrom('access_version').selectAll().execute()
  const before = await version()
  await clock.advance(59 * SECOND)
  await by(token)
  expect((await shown()).time_last_used).toBe(first)
  await clock.advance(SECOND)
  await by(token)
  expect((await shown()).time_last_used).toBe(clock.now().toISOString())
  // Servers keep the callers that they remember.
  expect(await version()).toEqual(before)
})

test('a deleted token is invalid at once, and no other user can delete it', async () => {
  await clear()
  const token = await grantToken(world, cookie)
  const [{ id }] = (await list()) as [Token]
  const remove = (as: string) => world.ask('DELETE', `/v1/me/access-tokens/${id}`, undefined, as)
  expect(await remove(admin)).toMatchObject({
    status: 404,
    body: { message: `not found: device-access-token with id "${id}"` },
  })
  expect((await by(token)).status).toBe(200)
  expect((await remove(cookie)).status).toBe(204)
  expect((await remove(cookie)).status).toBe(404)
  expect((await by(token)).status).toBe(401)
})

test('an expired token is not found when deleted', async () => {
  await clear()
  await grantToken(world, cookie, { ttl_seconds: '1' })
  const [{ id }] = (await list()) as [Token]
  await clock.advance(SECOND)
  expect(await list()).toEqual([])
  expect((await world.ask('DELETE', `/v1/me/access-tokens/${id}`, undefined, cookie)).status).toBe(404)
})

test('admins of the silo see the tokens of its users; users see their own', async () => {
  await clear()
  await grantToken(world, cookie)
  const path = `/v1/users/${user}/access-tokens`
  const own = await list()
  expect(own).toHaveLength(1)
  expect(await list(admin, path)).toEqual(own)
  expect(await list(cookie, path)).toEqual(own)
  await addUser(world.services, 'main', 'other')
  const status = async (as: string, at = path) => (await world.ask('GET', at, undefined, as)).status
  expect(await status(await world.signIn('other', 'other'))).toBe(403)
  expect(await status(await world.signIn('stranger', 'stranger', 'elsewhere'))).toBe(404)
  expect(await status(admin, `/v1/users/${crypto.randomUUID()}/access-tokens`)).toBe(404)
})

test('deleting a user deletes their tokens', async () => {
  const id = await addUser(world.services, 'main', 'leaver')
  const token = await grantToken(world, await world.signIn('leaver', 'leaver'))
  expect((await by(token)).status).toBe(200)
  await world.services.db.deleteFrom('silo_user').where('id', '=', id).execute()
  expect((await by(token)).status).toBe(401)
})

test('a stream ends when its token is deleted or expires, or its user is deleted', async () => {
  const open = async (token: string) => readEvents(world, '', '', bearer(token))
  const deleted = await open(await grantToken(world, cookie))
  const kept = await open(await grantToken(world, admin))
  await clear()
  const over = await open(await grantToken(world, cookie, { ttl_seconds: '30' }))
  const leaver = await addUser(world.services, 'main', 'another-leaver')
  const left = await open(await grantToken(world, await world.signIn('another-leaver', 'another-leaver')))
  await world.services.db.deleteFrom('silo_user').where('id', '=', leaver).execute()
  const beat = () => clock.advance(15 * SECOND)
  for (const reader of [deleted, kept, over, left]) await reader.until(() => reader.ended(), beat)
  await Promise.all([deleted, kept, over, left].map((reader) => reader.close()))
})

test('deleting a token by the API ends its stream without waiting for a heartbeat', async () => {
  await clear()
  const reader = await readEvents(world, '', '', bearer(await grantToken(world, cookie)))
  await reader.until((all) => all.length > 0)
  const [{ id }] = (await list()) as [Token]
  await world.ask('DELETE', `/v1/me/access-tokens/${id}`, undefined, cookie)
  await reader.until(() => reader.ended())
  await reader.close()
})

test('only the user and the admins get events about a token, and never its secret', async () => {
  await addUser(world.services, 'main', 'watcher', { silo: 'viewer' })
  // These may change silos, but can't list the tokens of this one's users.
  await addUser(world.services, 'elsewhere', 'operator', { fleet: 'admin' })
  await addUser(world.services, 'main', 'collaborator', { fleet: 'collaborator' })
  const readers = {
    owner: await readEvents(world, cookie),
    admin: await readEvents(world, admin),
    viewer: await readEvents(world, await world.signIn('watcher', 'watcher')),
    stranger: await readEvents(world, await world.signIn('stranger', 'stranger', 'elsewhere')),
    operator: await readEvents(world, await world.signIn('operator', 'operator', 'elsewhere')),
    collaborator: await readEvents(world, await world.signIn('collaborator', 'collaborator')),
  }
  const token = await grantToken(world, cookie)
  await world.ask('POST', '/v1/projects', { name: 'afterwards', description: '' }, admin)
  const told = (reader: (typeof readers)['owner']) =>
    reader.all.filter(({ data }) => data.kind === 'device-access-token')
  for (const reader of [readers.owner, readers.admin, readers.viewer])
    await reader.until(() => reader.changes().includes('project created afterwards'))
  expect(told(readers.owner).length).toBeGreaterThan(0)
  expect(told(readers.owner).at(-1)).toEqual(told(readers.admin).at(-1))
  expect(told(readers.viewer)).toEqual([])
  expect(told(readers.stranger)).toEqual([])
  expect(told(readers.operator)).toEqual([])
  expect(told(readers.collaborator)).toEqual([])
  expect(JSON.stringify(readers.owner.all)).not.toContain(token)
  await Promise.all(Object.values(readers).map((reader) => reader.close()))
})

test('writes no secret into the log', async () => {
  const lines: string[] = []
  const { log } = world.services
  world.services.log = (...line) => lines.push(JSON.stringify(line))
  const device = await requestDeviceCode(world)
  await world.ask('POST', '/device/confirm', { user_code: device.userCode }, cookie)
  const token = (await device.poll()).body.access_token as string
  await by(token)
  await by(`${token}x`)
  world.services.log = log
  expect(lines.length).toBeGreaterThan(3)
  for (const secret of [device.deviceCode, device.userCode, token, token.slice(14)])
    expect(lines.join('\n')).not.toContain(secret)
})
