import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openServer, PASSWORD, type TestServer } from './server.ts'

/** The lines that docs/behind-a-proxy.md recommends. */
const RECIPE = /```nginx\n([\s\S]*?)```/.exec(
  readFileSync(new URL('../../docs/behind-a-proxy.md', import.meta.url), 'utf8'),
)![1]!

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Writes a certificate of this machine, and returns the paths of it and its key. */
async function certificateIn(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-nodes', '-days', '1', '-subj', '/CN=localhost']
  const files = ['-keyout', key, '-out', cert]
  const made = spawn('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...files])
  expect((await once(made, 'exit'))[0]).toBe(0)
  return { key, cert }
}

let server: TestServer
let nginx: ChildProcess
let port: number
const folder = mkdtempSync(join(tmpdir(), 'granary-nginx-'))

beforeAll(async () => {
  mkdirSync(join(folder, 'data'))
  server = await openServer(join(folder, 'data'), ['--trusted-proxies', '127.0.0.1'])
  port = await freePort()
  const { key, cert } = await certificateIn(folder)
  const site = RECIPE.replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('http://127.0.0.1:8400', server.url)
    .replace(/(ssl_certificate +).*;/, `$1${cert};`)
    .replace(/(ssl_certificate_key +).*;/, `$1${key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'nginx.pid')}; events {}
     http { access_log off; ${temporary}\n${site} }`,
  )
  nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
  await vi.waitFor(async () => expect((await send('GET', '/v1/ping')).status).toBe(200), { timeout: 60_000 })
})

afterAll(async () => {
  nginx?.kill('SIGQUIT')
  if (nginx && nginx.exitCode === null) await once(nginx, 'exit')
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** Sends a request through nginx as a browser does that sends no fetch metadata. */
async function send(method: string, path: string, body?: string | Buffer, more = {}): Promise<Answer> {
  const host = `localhost:${port}`
  const headers = { host, origin: `https://${host}`, 'content-type': 'application/json', ...more }
  const sent = request({ host: '127.0.0.1', port, method, path, headers, rejectUnauthorized: false })
  sent.end(body)
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const part of response) text += String(part)
  return { status: response.statusCode, headers: response.headers, text }
}

const credentials = JSON.stringify({ username: 'admin', password: PASSWORD })
async function signIn(): Promise<string> {
  const answer = await send('POST', '/v1/login/main/local', credentials)
  expect([answer.status, answer.text]).toEqual([204, ''])
  return answer.headers['set-cookie']![0]!.split(';')[0]!
}

test('users sign in through nginx with the recommended lines, and write', async () => {
  const cookie = await signIn()
  expect(cookie).toMatch(new RegExp(`^__Host-granary-session-${port}=`))
  const project = JSON.stringify({ name: 'behind', description: '' })
  expect((await send('POST', '/v1/projects', project, { cookie })).status).toBe(201)
  expect(
    (await send('POST', '/v1/projects', project, { cookie, origin: 'https://evil.example' })).status,
  ).toBe(403)
})

test('a piece of an upload passes', async () => {
  const cookie = await signIn()
  const path = `/experimental/v1/disks/${crypto.randomUUID()}/blocks?offset=0`
  const bytes = { cookie, 'content-type': 'application/octet-stream' }
  const answer = await send('PUT', path, Buffer.alloc(8 * 1024 ** 2, '1'), bytes)
  // The server answers, not nginx with 413.
  expect([answer.status, JSON.parse(answer.text).error_code]).toEqual([404, 'ObjectNotFound'])
})

test('events arrive at once, and serial consoles open', async () => {
  const cookie = await signIn()
  const headers = { host: `localhost:${port}`, cookie }
  const stream = request({
    host: '127.0.0.1',
    port,
    path: '/experimental/v1/events',
    headers,
    rejectUnauthorized: false,
  })
  stream.end()
  const [response] = await once(stream, 'response')
  expect(response.statusCode).toBe(200)
  const first = once(response, 'data')
  await send('POST', '/v1/projects', JSON.stringify({ name: 'pushed', description: '' }), { cookie })
  expect(String((await first)[0])).not.toBe('')
  stream.destroy()
  const socket = new WebSocket(
    `wss://127.0.0.1:${port}/v1/instances/${crypto.randomUUID()}/serial-console/stream`,
    { headers: { ...headers, origin: `https://localhost:${port}` }, rejectUnauthorized: false },
  )
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([1011, expect.stringMatching(/^not found: instance/)])
})

test('without the Host header of the browser, the answer says what the proxy must do', async () => {
  const direct = await server.send('POST', '/v1/login/main/local', JSON.parse(credentials), {
    origin: 'http://cloud.example',
  })
  expect(direct.status).toBe(403)
  expect(((await direct.json()) as { message: string }).message).toMatch(
    'A proxy must pass on the Host header, or send X-Forwarded-Host and be named in --trusted-proxies',
  )
  const forwarded = await server.send('POST', '/v1/login/main/local', JSON.parse(credentials), {
    origin: 'http://cloud.example',
    'x-forwarded-host': 'cloud.example',
  })
  expect(forwarded.status).toBe(204)
})
