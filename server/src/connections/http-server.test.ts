import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { once } from 'node:events'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { connectRaw, lastAnswer } from '../../test/raw.ts'
import { PASSWORD, runServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'
import { withTls } from '../../test/tls.ts'

const LOGIN = 'POST /v1/login/main/local HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n'

test.each([
  ['no HTTP', 'HELO granary\r\n\r\n', 400, 'malformed request'],
  ['no host', 'GET /v1/ping HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed request'],
  ['two hosts', 'GET /v1/ping HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 400, 'malformed request'],
  [
    'another host in the address than in the header',
    'GET http://a/v1/ping HTTP/1.1\r\nhost: b\r\n\r\n',
    400,
    'malformed request',
  ],
  [
    'a wrong host',
    'GET /v1/ping HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n',
    400,
    'malformed request',
  ],
  ['two lengths', `${LOGIN}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'malformed request'],
  [
    'a length and chunks',
    `${LOGIN}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed request',
  ],
  [
    'a body in chunks from a client that knows none',
    `${LOGIN.replace('1.1', '1.0')}connection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed request',
  ],
  [
    'a body of an unknown encoding',
    `${LOGIN}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    501,
    'the only transfer encoding that this server knows is chunked',
  ],
  [
    'long headers',
    `GET / HTTP/1.1\r\nhost: h\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'the headers of the request exceed 32768 bytes',
  ],
] as [string, string, number, string][])('%s is refused', async (_, text, status, message) => {
  const { url } = await runServer()
  const raw = connectRaw(url)
  raw.write(text)
  // A proxy may find another request in what follows, so the connection ends.
  const all = await raw.all
  expect(all).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const answer = lastAnswer(all)
  expect(answer.body.message).toBe(message)
  expect(answer.headers.connection).toBe('close')
  expect(answer.headers['x-request-id']).toBe(answer.body.request_id)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
})

test('answers a request with a whole address', async () => {
  const { url } = await runServer()
  const raw = connectRaw(url)
  raw.write(
    'GET http://Granary.example:80/v1/ping HTTP/1.1\r\nhost: granary.example\r\nconnection: close\r\n\r\n',
  )
  expect(lastAnswer(await raw.all).status).toBe(200)
})

test('answers a request with an unknown expectation like any other', async () => {
  const { url } = await runServer()
  const raw = connectRaw(url)
  raw.write('GET /v1/ping HTTP/1.1\r\nhost: h\r\nexpect: tea\r\nconnection: close\r\n\r\n')
  const answer = lastAnswer(await raw.all)
  expect([answer.status, answer.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
})

test.each([
  ['headers that never end', 'GET /v1/ping HTTP/1.1\r\nhost: h\r\n'],
  ['a body that never ends', `${LOGIN}content-length: 10\r\n\r\n{`],
])('%s are cut off', async (_, text) => {
  const { url, get } = await runServer(['--request-timeout', '1'])
  const raw = connectRaw(url)
  raw.write(text)
  const answer = lastAnswer(await raw.all)
  expect([answer.status, answer.body.message]).toEqual([408, 'the request took too long to arrive'])
  expect((await get('/v1/ping')).status).toBe(200)
})

test('ignores an upgrade to any other protocol and answers', async () => {
  const { url } = await runServer()
  for (const upgrade of ['h2c', 'websocket']) {
    const raw = connectRaw(url)
    raw.write(
      `GET /v1/nothing HTTP/1.1\r\nhost: h\r\nconnection: upgrade, close\r\nupgrade: ${upgrade}\r\n\r\n`,
    )
    expect(await raw.all).toMatch(/^HTTP\/1.1 404 /)
  }
})

const noOpenssl = spawnSync('openssl', ['version']).status !== 0

test.skipIf(noOpenssl)('speaks TLS with a certificate, and marks the cookie as secure', async () => {
  const { url } = await runServer(withTls())
  expect(url).toMatch(/^https:/)
  const request = httpsRequest(`${url}/v1/login/main/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    rejectUnauthorized: false,
  })
  request.end(JSON.stringify({ username: 'admin', password: PASSWORD }))
  const [answer] = await once(request, 'response')
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['set-cookie'][0]).toMatch(/^__Host-granary-session-\d+=.*; Secure/)
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  const read = httpsRequest(`${url}/v1/ping`, { rejectUnauthorized: false }).end()
  const [ping] = await once(read, 'response')
  expect([ping.statusCode, ping.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
  const { port } = new URL(url)
  const socket = connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false })
  socket.end('GET / nonsense\r\n\r\n')
  expect(await readText(socket)).toMatch(
    /^HTTP\/1.1 400 [^]*\r\nstrict-transport-security: max-age=31536000\r\n/,
  )
})

test.skipIf(noOpenssl)(
  'over TLS, waits for no handshake for long, and not at all when it stops',
  async () => {
    const impatient = await runServer([...withTls(), '--request-timeout', '1'])
    expect(await connectRaw(impatient.url).all).toBe('')
    const { url, stop } = await runServer(withTls())
    const plain = connectRaw(url)
    plain.write('GET / HTTP/1.1\r\nhost: h\r\n\r\n')
    expect(await plain.all).not.toContain('HTTP/1.1 2')
    await once(connectRaw(url).socket, 'connect')
    await stop()
  },
)

test('refuses an unusable certificate with a sentence', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'nonsense.pem')
  writeFileSync(file, 'nonsense')
  await expect(runServer(['--tls-key', file, '--tls-certificate', file])).rejects.toThrow(
    `${file} and ${file} are not a certificate and its key`,
  )
  const gone = join(folder, 'gone.pem')
  await expect(runServer(['--tls-key', gone, '--tls-certificate', gone])).rejects.toThrow(
    `--tls-certificate: ${gone} cannot be read`,
  )
})
