import { once } from 'node:events'
import { constants, type ClientHttp2Session } from 'node:http2'
import { request } from 'node:https'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { answerOf, ask, begin, connectFrames, connectHttp2, signIn } from '../../test/http2.ts'
import { PASSWORD, runServer } from '../../test/server.ts'
import { withTls } from '../../test/tls.ts'

const LOGIN = { ':method': 'POST', ':path': '/v1/login/main/local', 'content-type': 'application/json' }
const CREDENTIALS = JSON.stringify({ username: 'admin', password: PASSWORD })

async function open(...flags: string[]) {
  const server = await runServer([...withTls(), ...flags])
  return { ...server, session: await connectHttp2(server.url) }
}

/** Sends a request over HTTP/1.1. */
async function overHttp1(url: string, path: string, method = 'GET', headers = {}) {
  const [answer] = await once(
    request(url + path, { method, headers, rejectUnauthorized: false }).end(),
    'response',
  )
  let text = ''
  for await (const part of answer) text += String(part)
  return { status: answer.statusCode as number, headers: answer.headers as object, text }
}

const created = async (session: ClientHttp2Session, cookie: string) => {
  const { status, text } = await ask(
    session,
    'POST',
    '/v1/projects',
    { name: 'p', description: '' },
    { cookie },
  )
  expect([status, text]).toEqual([201, expect.any(String)])
}

test('answers as over HTTP/1.1, but for the headers of its connections', async () => {
  const { url, session } = await open()
  const cookie = await signIn(session)
  expect(cookie).toMatch(/^__Host-granary-session-/)
  await created(session, cookie)
  const gzip = { 'accept-encoding': 'gzip' }
  for (const [method, path, headers] of [
    ['GET', '/v1/projects', { cookie }],
    ['GET', '/v1/projects', {}],
    ['HEAD', '/v1/projects', { cookie }],
    ['HEAD', '/', { accept: 'text/html' }],
    ['HEAD', '/assets/main-0a1b2c.js', gzip],
    ['GET', '/assets/main-0a1b2c.js', gzip],
    ['GET', '/experimental/v1/openapi.json', { ...gzip, cookie }],
    ['GET', '/metrics', { host: 'localhost' }],
    ['GET', '/metrics', {}],
    ['GET', '/nothing', {}],
    ['OPTIONS', '/v1/projects', {}],
    ['DELETE', '/v1/projects/p', {}],
    ['POST', '/v1/projects', { cookie, origin: 'https://evil.example' }],
    ['GET', '/v1/me', { cookie: `a=b; ${cookie}` }],
  ] as [string, string, Record<string, string>][]) {
    const known = await overHttp1(url, path, method, headers)
    const { host, ...others } = headers
    const authority = host ? { ':authority': host } : {}
    const {
      status,
      headers: answered,
      text,
    } = await ask(session, method, path, undefined, { ...authority, ...others })
    const facts = (all: object) =>
      Object.keys(all)
        .filter((name) => !/^(:status|connection|keep-alive|transfer-encoding)$/.test(name))
        .toSorted()
    const lasting = (body: string) =>
      path === '/metrics' && status === 200 ? '' : body.replace(/"request_id":"[^"]*"/, '')
    expect([method, path, status, lasting(text)]).toEqual([method, path, known.status, lasting(known.text)])
    const headersOf = facts(answered).filter((name) => name !== 'content-length')
    expect([path, headersOf]).toEqual([
      path,
      facts(known.headers).filter((name) => name !== 'content-length'),
    ])
  }
})

test('puts the cookies together that a browser sends apart', async () => {
  const { session } = await open()
  const cookie = await signIn(session)
  const { status } = await ask(session, 'GET', '/v1/me', undefined, { cookie: ['a=b', cookie, 'c=d'] })
  expect(status).toBe(200)
})

test('sends events at once', async () => {
  const { session } = await open()
  const cookie = await signIn(session)
  const events = begin(session, { ':path': '/experimental/v1/events', cookie })
  let text = ''
  events.on('data', (part) => (text += String(part)))
  await expect.poll(() => text).toContain('event: hello')
  await created(session, cookie)
  await expect.poll(() => text).toContain('"kind":"project"')
})

test('takes the pieces of an upload beside each other', async () => {
  const { session } = await open()
  const cookie = await signIn(session)
  await created(session, cookie)
  const source = { type: 'importing_blocks', block_size: 512 }
  const disk = {
    name: 'upload',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: source },
  }
  const { text } = await ask(session, 'POST', '/v1/disks?project=p', disk, { cookie })
  const { id } = JSON.parse(text) as { id: string }
  const start = async () =>
    (await ask(session, 'POST', `/v1/disks/${id}/bulk-write-start`, undefined, { cookie })).status
  await expect.poll(start).toBe(204)
  const piece = randomBytes(5 * 2 ** 20)
  const pieces = [0, 1, 2, 3].map((n) => {
    const length = n % 2 === 0 ? { 'content-length': piece.length } : {}
    const path = `/experimental/v1/disks/${id}/blocks?offset=${n * piece.length}`
    const stream = begin(session, {
      ':method': 'PUT',
      ':path': path,
      cookie,
      'content-type': 'application/octet-stream',
      ...length,
    })
    stream.end(piece)
    return answerOf(stream)
  })
  expect((await Promise.all(pieces)).map(({ status }) => status)).toEqual([204, 204, 204, 204])
  const path = `/experimental/v1/disks/${id}/block-digests?offset=0&length=${piece.length}`
  const first = JSON.parse((await ask(session, 'GET', path, undefined, { cookie })).text)
  const later = path.replace('offset=0', `offset=${3 * piece.length}`)
  const last = JSON.parse((await ask(session, 'GET', later, undefined, { cookie })).text)
  const sums = ({ items }: { items: { sha256: string }[] }) => items.map(({ sha256 }) => sha256)
  expect(sums(first)).toEqual(sums(last))
})

test('answers an upload that it refuses before it has come, and the others of the connection', async () => {
  const { session } = await open()
  const upload = begin(session, {
    ':method': 'PUT',
    ':path': `/experimental/v1/disks/${crypto.randomUUID()}/blocks?offset=0`,
    'content-type': 'application/octet-stream',
    'content-length': 8 * 2 ** 20,
  })
  upload.write(Buffer.alloc(2 ** 20))
  const { status } = await answerOf(upload)
  expect(status).toBe(401)
  expect(upload.rstCode).toBe(constants.NGHTTP2_NO_ERROR)
  expect((await ask(session, 'GET', '/v1/ping')).status).toBe(200)
})

test('does not take a body for complete that the client has reset', async () => {
  const { session, url } = await open()
  const cookie = await signIn(session)
  const { socket, headers, data, reset } = await connectFrames(url)
  const post = {
    ':method': 'POST',
    ':scheme': 'https',
    ':path': '/v1/projects',
    ':authority': new URL(url).host,
  }
  const codes = [constants.NGHTTP2_CANCEL, constants.NGHTTP2_NO_ERROR]
  const lengths: Record<string, string>[] = [{}, { 'content-length': '100' }]
  const cases = codes.flatMap((code) => lengths.map((length) => [code, length] as const))
  for (const [at, [code, length]] of cases.entries()) {
    socket.write(headers(2 * at + 1, { ...post, ...length, 'content-type': 'application/json', cookie }))
    socket.write(data(2 * at + 1, JSON.stringify({ name: `half-${at}`, description: '' })))
    await ask(session, 'GET', '/v1/ping')
    socket.write(reset(2 * at + 1, code))
    await expect.poll(() => refused(session)).toBe(at + 1)
  }
  const { text } = await ask(session, 'GET', '/v1/projects', undefined, { cookie })
  expect(JSON.parse(text).items).toEqual([])
})

/** Returns how many requests that create projects were refused. */
async function refused(session: ClientHttp2Session): Promise<number> {
  const { text } = await ask(session, 'GET', '/metrics', undefined, { ':authority': 'localhost' })
  const [, count = 0] =
    /^granary_requests_total\{operation="project_create",status="400"\} (\d+)$/m.exec(text) ?? []
  return Number(count)
}

test('works on 64 requests of a connection at once, and on the others later', async () => {
  const { session } = await open('--request-rate', '0')
  expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 64, enableConnectProtocol: false })
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask(session, 'GET', '/v1/ping')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('ends a connection that resets its requests as fast as it sends them, and no other', async () => {
  const { session, url } = await open()
  const other = await connectHttp2(url)
  const closed = once(session, 'close')
  const resetting = setInterval(() => {
    for (let n = 0; n < 50 && !session.destroyed && !session.closed; n++)
      begin(session, { ':path': '/v1/ping' }).close(constants.NGHTTP2_CANCEL)
  }, 1)
  await closed
  clearInterval(resetting)
  expect((await ask(other, 'GET', '/v1/ping')).status).toBe(200)
})

test('cuts off a body that takes too long to arrive, and no other request of its connection', async () => {
  const { session } = await open('--request-timeout', '1')
  const events = begin(session, { ':path': '/experimental/v1/events', cookie: await signIn(session) })
  await once(events, 'response')
  for (const length of [{ 'content-length': 10 }, {}]) {
    const slow = begin(session, { ...LOGIN, ...length })
    slow.write('{')
    const { status, text, headers } = await answerOf(slow)
    expect([status, JSON.parse(text).message]).toEqual([408, 'the request took too long to arrive'])
    expect(headers['x-request-id']).toBe(JSON.parse(text).request_id)
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect(events.closed).toBe(false)
})

test('closes a connection without a request, whatever else it sends', async () => {
  const { session } = await open('--request-timeout', '1')
  const pinging = setInterval(() => !session.destroyed && session.ping(() => {}), 100)
  await once(session, 'close')
  clearInterval(pinging)
})

test.each([
  ['two hosts', { ':authority': 'a', host: 'b' }],
  ['another scheme', { ':scheme': 'http' }],
])('%s are refused', async (_, headers) => {
  const { session } = await open()
  const { status, text } = await ask(session, 'GET', '/v1/ping', undefined, headers)
  expect([status, JSON.parse(text).message]).toEqual([400, 'malformed request'])
  expect((await ask(session, 'GET', '/v1/ping')).status).toBe(200)
})

test('takes no request to a wrong host', async () => {
  const { session } = await open()
  const { status } = await ask(session, 'GET', '/v1/ping', undefined, { ':authority': 'a b' })
  expect(status).toBe(constants.NGHTTP2_PROTOCOL_ERROR)
  expect((await ask(session, 'GET', '/v1/ping')).status).toBe(200)
})

test('refuses long headers, and goes on', async () => {
  const { session } = await open()
  const { status } = await ask(session, 'GET', '/v1/ping', undefined, { x: 'x'.repeat(40_000) })
  expect(status).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  expect((await ask(session, 'GET', '/v1/ping')).status).toBe(200)
})

test('finishes what has begun when it stops, and takes nothing else', async () => {
  const { session, stop } = await open()
  const cookie = await signIn(session)
  const events = begin(session, { ':path': '/experimental/v1/events', cookie })
  await once(events, 'response')
  const half = begin(session, LOGIN)
  half.write(CREDENTIALS.slice(0, 10))
  await ask(session, 'GET', '/v1/ping')
  const goneAway = once(session, 'goaway')
  const stopped = stop()
  expect((await goneAway)[0]).toBe(constants.NGHTTP2_NO_ERROR)
  half.end(CREDENTIALS.slice(10))
  expect((await answerOf(half)).status).toBe(204)
  await stopped
  if (!session.destroyed) await once(session, 'close')
})

test('opens serial consoles beside it, over HTTP/1.1', async () => {
  const { session, url } = await open()
  const cookie = await signIn(session)
  const address = `${url.replace('https', 'wss')}/v1/instances/${crypto.randomUUID()}/serial-console/stream`
  const socket = new WebSocket(address, { headers: { cookie }, rejectUnauthorized: false })
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([1011, expect.stringContaining('not found')])
})

test('outlives frames in any order', async () => {
  const { session, url } = await open()
  const fields = {
    ':method': 'POST',
    ':scheme': 'https',
    ':path': '/v1/projects',
    ':authority': new URL(url).host,
  }
  // The generator of Park and Miller: the same frames in each run.
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let n = 0; n < 60; n++) {
    const { socket, headers, data, reset } = await connectFrames(url)
    const stream = () => 2 * Math.floor(random() * 4) + 1
    const frames = [
      () => headers(stream(), fields, random() < 0.5 ? 4 : 5),
      () => headers(stream(), { ...fields, ':method': random() < 0.5 ? 'HEAD' : 'CONNECT' }),
      () => headers(stream(), { ...fields, expect: '100-continue' }),
      () => data(stream(), '{}'),
      () => reset(stream(), Math.floor(random() * 14)),
      () => Buffer.from(Array.from({ length: 9 }, () => random() * 256)),
    ]
    for (let sent = 0; sent < 20; sent++) socket.write(frames[Math.floor(random() * frames.length)]!())
    if (random() < 0.5) socket.destroy()
  }
  expect((await ask(session, 'GET', '/v1/ping')).status).toBe(200)
})
