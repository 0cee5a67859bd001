import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

// Session cookies over TLS, and what a second sign-in of a browser does to the first session.

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

type Init = { method?: string; cookie?: string; body?: object }
const send = (url: string, { method = 'GET', cookie = '', body }: Init = {}) =>
  world.controlPlane.fetch(
    new Request(url, {
      method,
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, ...(cookie && { cookie }) },
      body: body ? JSON.stringify(body) : null,
    }),
  )
const login = (scheme: string, cookie = '') =>
  send(`${scheme}://test/v1/login/main/local`, {
    method: 'POST',
    cookie,
    body: { username: 'admin', password: 'secret' },
  })
const pairOf = (answer: Response): string => answer.headers.getSetCookie()[0]!.split(';')[0]!
const me = async (scheme: string, cookie: string) => (await send(`${scheme}://test/v1/me`, { cookie })).status

test('over TLS the cookies belong to this host alone', async () => {
  expect((await login('https')).headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-granary-session=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure$/,
    ),
    expect.stringMatching(
      /^__Host-granary-browser=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure$/,
    ),
  ])
  expect((await login('http')).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^granary-session=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/),
    expect.stringMatching(/^granary-browser=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/),
  ])
})

test('over TLS a cookie that another host could plant is ignored', async () => {
  const cookie = pairOf(await login('https'))
  expect(await me('https', cookie)).toBe(200)
  expect(await me('https', cookie.replace('__Host-granary-', ''))).toBe(401)
  // The host's own cookie counts beside a planted one.
  expect(await me('https', `session=${'0'.repeat(40)}; ${cookie}`)).toBe(200)
})

test('a session from before the new name moves to it', async () => {
  const cookie = pairOf(await login('http')).replace('granary-', '')
  await world.services.db.updateTable('session').set({ client_address: null }).execute()
  const answer = await send('https://test/v1/me', { cookie })
  expect(answer.status).toBe(200)
  const [moved, ended] = answer.headers.getSetCookie()
  expect(moved!.split(';')[0]).toBe(`__Host-granary-${cookie}`)
  expect(ended).toMatch(/^session=; /)
  const renewed = `__Host-granary-${cookie}`
  expect((await send('https://test/v1/me', { cookie: renewed })).headers.getSetCookie()).toEqual([])
  expect(await me('https', renewed)).toBe(200)
})

test('signing out ends the cookie, also under its former name, and none of another program', async () => {
  const cookie = pairOf(await login('https'))
  const out = await send('https://test/v1/logout', { method: 'POST', cookie })
  const ended = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(';')[0])
  expect(ended(out)).toEqual(['__Host-granary-session='])
  const former = pairOf(await login('http')).replace('granary-', '')
  const signOut = (cookie: string) => send('http://test/v1/logout', { method: 'POST', cookie })
  expect(ended(await signOut(former))).toEqual(['granary-session=', 'session='])
  expect(ended(await signOut('session=another'))).toEqual(['granary-session='])
  expect(await me('https', cookie)).toBe(401)
})

test('signing in again ends the old session of this browser, and of no other', async () => {
  const [first, other] = [pairOf(await login('http')), pairOf(await login('http'))]
  const second = pairOf(await login('http', first))
  expect(await Promise.all([first, other, second].map((cookie) => me('http', cookie)))).toEqual([
    401, 200, 200,
  ])
})

test('a refused sign-in leaves the old session', async () => {
  const cookie = pairOf(await login('http'))
  const body = { username: 'admin', password: 'wrong' }
  expect((await send('http://test/v1/login/main/local', { method: 'POST', cookie, body })).status).toBe(401)
  expect(await me('http', cookie)).toBe(200)
})

test('a session knows its browser and its address', async () => {
  const cookie = pairOf(await login('http'))
  const { items } = await (await send('http://test/experimental/v1/me/sessions', { cookie })).json()
  expect(items.filter((session: { is_current: boolean }) => session.is_current)).toEqual([
    {
      id: expect.any(String),
      client_name: 'Firefox on Linux',
      client_address: 'unknown',
      time_created: expect.any(String),
      time_last_used: expect.any(String),
      is_current: true,
    },
  ])
})
