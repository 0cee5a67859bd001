import { expect, test } from 'vitest'
import { PASSWORD, runServer } from '../../test/server.ts'

const PAGE = { accept: 'text/html,application/xhtml+xml' }

test('sends the security headers and a request id with every kind of answer', async () => {
  const { get, send, signIn } = await runServer()
  const cookie = await signIn()
  const answers = [
    await get('/v1/ping'),
    await get('/v1/projects', { cookie }),
    await get('/v1/projects'),
    await get('/v1/no-such-thing'),
    await send('PATCH', '/v1/projects', {}),
    await send('POST', '/v1/projects', 'no object', { cookie }),
    await send('POST', '/v1/projects', {}, { 'sec-fetch-site': 'cross-site' }),
    await get('/projects', PAGE),
    await get('/projects', { ...PAGE, cookie }),
    await get('/login/main/local', PAGE),
    await get('/assets/main-0a1b2c.js'),
    await get('/assets/gone.js'),
    await get('/healthz'),
    await get('/readyz'),
    await get('/metrics'),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([
    200, 200, 401, 404, 405, 400, 403, 302, 200, 200, 200, 404, 200, 200, 200,
  ])
  for (const { headers, url } of answers) {
    const policy = headers.get('content-security-policy')
    expect(policy, url).toContain("default-src 'self'")
    expect(policy, url).not.toMatch(/script-src|unsafe-eval/)
    for (const none of ['frame-ancestors', 'object-src', 'form-action', 'frame-src', 'base-uri'])
      expect(policy, url).toContain(`${none} 'none'`)
    expect(headers.get('x-content-type-options'), url).toBe('nosniff')
    expect(headers.get('x-frame-options'), url).toBe('DENY')
    expect(headers.get('referrer-policy'), url).toBe('same-origin')
    expect(headers.get('permissions-policy'), url).toContain('camera=()')
    expect(headers.get('cache-control'), url).toMatch(/assets\/main/.test(url) ? /immutable/ : /^no-store$/)
    expect(headers.get('strict-transport-security'), url).toBeNull()
  }
  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(new Set(ids).size).toBe(ids.length)
  const refused = (await answers[2]!.json()) as { request_id: string }
  expect(refused.request_id).toBe(ids[2])
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 204],
  [{ 'sec-fetch-site': 'none' }, 204],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{}, 204],
] as [Record<string, string>, number][])('a write with the headers %j gets %i', async (headers, status) => {
  const { send } = await runServer()
  const body = { username: 'admin', password: PASSWORD }
  expect((await send('POST', '/v1/login/main/local', body, headers)).status).toBe(status)
})

test('compares the origin of a write with the host, and allows reads from any origin', async () => {
  const { get, send, url } = await runServer()
  const body = { username: 'admin', password: PASSWORD }
  expect((await send('POST', '/v1/login/main/local', body, { origin: url })).status).toBe(204)
  const otherPort = { origin: 'http://127.0.0.1:1' }
  expect((await send('POST', '/v1/login/main/local', body, otherPort)).status).toBe(403)
  expect((await get('/v1/ping', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
})

test('redirects pages to sign-in and back, and answers other paths with a JSON 404', async () => {
  const { get, signIn } = await runServer()
  const location = async (path: string) => (await get(path, PAGE)).headers.get('location')
  expect(await location('/')).toBe('/login/main/local')
  expect(await location('/projects/p/instances?filter=a%26b')).toBe(
    '/login/main/local?redirect_uri=%2Fprojects%2Fp%2Finstances%3Ffilter%3Da%2526b',
  )
  expect(await location('/index.html')).toBe('/login/main/local?redirect_uri=%2Findex.html')
  expect(await location('/login?redirect_uri=/projects')).toBe('/login/main/local?redirect_uri=%2Fprojects')
  expect(await location('/login')).toBe('/login/main/local')
  const cookie = await signIn()
  const page = await get('/projects/no-such/page', { ...PAGE, cookie })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Granary Console')])
  expect((await get('/projects', { ...PAGE, cookie: 'session=stale' })).status).toBe(302)
  for (const path of ['/v1/nothing', '/v1/nothing/', '/experimental/nothing', '/assets/nothing.js']) {
    const answer = await get(path, { ...PAGE, cookie })
    expect([answer.status, ((await answer.json()) as { message: string }).message], path).toEqual([
      404,
      'Not Found',
    ])
  }
})

test('answers curl (accept: */*) with pages, and never with a page in place of a file', async () => {
  const { get, signIn } = await runServer()
  const anything = { accept: '*/*' }
  expect((await get('/', anything)).headers.get('location')).toBe('/login/main/local')
  const cookie = await signIn()
  for (const path of ['/', '/index.html', '/projects', '/projects/p/instances'])
    expect(await (await get(path, { ...anything, cookie })).text(), path).toContain('Granary Console')
  for (const path of ['/gone.png', '/projects/gone.js.map', '/assets/gone', '/v1/nothing'])
    expect((await get(path, { ...anything, cookie })).status, path).toBe(404)
  for (const accept of ['application/json', 'application/json, text/plain, */*', 'image/png,*/*;q=0.8'])
    expect((await get('/projects', { accept, cookie })).status, accept).toBe(404)
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'projects'])(
  'does not redirect to %j after sign-in',
  async (target) => {
    const { get } = await runServer()
    const answer = await get(`/login?redirect_uri=${encodeURIComponent(target)}`, PAGE)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'redirect_uri must be a path of this site' })
  },
)

test('does not redirect a path that begins with two slashes', async () => {
  const { get } = await runServer()
  expect((await get('//evil.example/x', PAGE)).status).toBe(400)
})

test('compresses large API answers, and neither small ones nor streams', async () => {
  const { get, send, signIn } = await runServer()
  const cookie = await signIn()
  const gzip = { cookie, 'accept-encoding': 'gzip' }
  const small = await get('/v1/projects', gzip)
  expect([small.headers.get('content-encoding'), small.headers.get('vary')]).toEqual([
    null,
    'accept-encoding',
  ])
  for (let i = 0; i < 8; i++)
    await send('POST', '/v1/projects', { name: `p${i}`, description: 'd'.repeat(100) }, { cookie })
  const large = await get('/v1/projects', gzip)
  expect(large.headers.get('content-encoding')).toBe('gzip')
  expect(((await large.json()) as { items: unknown[] }).items).toHaveLength(8)
  const refused = await get('/v1/projects', { cookie, 'accept-encoding': 'gzip;q=0' })
  expect(refused.headers.get('content-encoding')).toBeNull()
  const events = await get('/experimental/v1/events', gzip)
  expect([events.status, events.headers.get('content-encoding')]).toEqual([200, null])
  await events.body!.cancel()
})

test('compresses a list again after a change, and not for clients that refuse it', async () => {
  const { get, send, signIn } = await runServer()
  const cookie = await signIn()
  await send('POST', '/v1/projects', { name: 'shop', description: '' }, { cookie })
  const add = (name: string) =>
    send('POST', '/v1/vpcs?project=shop', { name, description: 'd'.repeat(500), dns_name: name }, { cookie })
  await add('back')
  await add('front')
  const ask = async (encoding: string) => {
    const answer = await get('/v1/vpcs?project=shop', { cookie, 'accept-encoding': encoding })
    const { items } = (await answer.json()) as { items: { name: string }[] }
    return [answer.headers.get('content-encoding'), items.map(({ name }) => name)]
  }
  const before = ['back', 'default', 'front']
  expect(await ask('gzip')).toEqual(['gzip', before])
  expect(await ask('gzip')).toEqual(['gzip', before])
  expect(await ask('identity')).toEqual([null, before])
  await add('side')
  const after = [...before, 'side']
  expect(await ask('gzip')).toEqual(['gzip', after])
  expect(await ask('identity')).toEqual([null, after])
})

test('takes bodies of at most 1 MiB, with and without a content length', async () => {
  const { url, signIn } = await runServer()
  const headers = { cookie: await signIn(), 'content-type': 'application/json' }
  const body = (bytes: number) =>
    JSON.stringify({ description: 'd'.repeat(bytes - '{"description":""}'.length) })
  const post = (init: RequestInit) => fetch(`${url}/v1/projects`, { method: 'POST', headers, ...init })
  const message = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { message: string }).message,
  ]
  const tooLarge = [400, 'request body exceeded maximum size of 1048576 bytes']
  expect(await message(await post({ body: body(1_048_577) }))).toEqual(tooLarge)
  expect(await message(await post({ body: body(1_048_576) }))).not.toEqual(tooLarge)
  const stream = new Blob([body(1_048_577)]).stream()
  expect(await message(await post({ body: stream, duplex: 'half' } as RequestInit))).toEqual(tooLarge)
})

test('counts requests by operation and status, and open streams, in metrics', async () => {
  const { get, signIn } = await runServer()
  const cookie = await signIn()
  await get('/v1/projects', { cookie })
  await get('/v1/projects')
  const events = await get('/experimental/v1/events', { cookie })
  const text = await (await get('/metrics')).text()
  expect(text).toContain('granary_requests_total{operation="project_list",status="200"} 1')
  expect(text).toContain('granary_requests_total{operation="project_list",status="401"} 1')
  expect(text).toMatch(/granary_request_seconds_count\{operation="project_list"\} 2/)
  expect(text).toContain('granary_tasks 0')
  for (const state of ['waiting', 'running', 'failing'])
    expect(text).toContain(`granary_tasks_by_state{state="${state}"} 0`)
  expect(text).toMatch(/granary_database_statement_seconds_count [1-9]/)
  expect(text).toMatch(/granary_driver_call_seconds_count\{call="list",outcome="ok"\} [1-9]/)
  expect(text).toContain('granary_event_streams 1')
  expect(text).toContain('process_resident_memory_bytes')
  await events.body!.cancel()
  await expect.poll(async () => (await get('/metrics')).text()).toContain('granary_event_streams 0')
})
