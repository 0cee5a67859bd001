import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'
import { runMachine } from '../../test/machine.ts'
import { connectRaw, lastAnswer } from '../../test/raw.ts'
import { openServer, type TestServer } from '../../test/server.ts'
import { closeReason } from './serial-socket.ts'

const path = (instance: string, query = '') => `/v1/instances/${instance}/serial-console/stream${query}`

// A machine takes seconds to start, so all tests share one. The last of them stops it.
const folder = mkdtempSync(join(tmpdir(), 'granary-serial-'))
let server: TestServer
let cookie: string
let id: string
beforeAll(async () => {
  server = await openServer(folder)
  cookie = await server.signIn()
  id = (await runMachine(server, cookie)).id
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function open(address: string, headers: Record<string, string>) {
  const socket = new WebSocket(server.url.replace('http', 'ws') + address, { headers })
  onTestFinished(() => socket.terminate())
  socket.on('error', () => {})
  let text = ''
  socket.on('message', (data: Buffer, isBinary) => {
    expect(isBinary).toBe(true)
    text += data.toString('latin1')
  })
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
  return { socket, closed, text: () => text }
}

test('sends history first, then bytes both ways in binary frames, and ignores text frames', async () => {
  const first = open(path(id), { cookie })
  await once(first.socket, 'open')
  await expect.poll(first.text).toMatch(/~# /)
  first.socket.send('ignored-text-frame')
  first.socket.send(Buffer.from('typed-in-binary'))
  await expect.poll(first.text).toContain('typed-in-binary')
  expect(first.text()).not.toContain('ignored-text-frame')
  const second = open(path(id), { cookie })
  await expect.poll(second.text).toBe(first.text())
  const latest = open(path(id, '?most_recent=6'), { cookie })
  await expect.poll(latest.text).toBe(first.text().slice(-6))
  const metrics = await (await server.get('/metrics')).text()
  expect(metrics).toContain('granary_serial_consoles 3')
})

test('keeps input that arrives before the console is open', async () => {
  const console = open(path(id), { cookie })
  console.socket.on('open', () => console.socket.send(Buffer.from('early')))
  await expect.poll(console.text).toContain('early')
})

test('passes a large frame on whole, also when its client closes right after it', async () => {
  const reader = open(path(id), { cookie })
  await expect.poll(reader.text).toMatch(/~# /)
  const writer = open(path(id), { cookie })
  await once(writer.socket, 'open')
  writer.socket.send(Buffer.from(`${'\x7f'.repeat(100_000)}the-end`))
  writer.socket.close()
  await expect.poll(reader.text).toContain('the-end')
})

test('refuses with a close of code 1011 and the reason', async () => {
  const refused = (address: string, headers: Record<string, string>) => open(address, headers).closed
  expect(await refused(path(id), {})).toEqual([1011, 'credentials missing or invalid'])
  expect(await refused(path(id), { cookie: 'session=stale' })).toEqual([
    1011,
    'credentials missing or invalid',
  ])
  expect(await refused(path('none', '?project=p'), { cookie })).toEqual([
    1011,
    'not found: instance with name "none"',
  ])
  expect((await refused(path(id, '?most_recent=many'), { cookie }))[1]).toMatch(
    /^unable to parse query string: /,
  )
  expect((await refused(path('%'), { cookie }))[0]).toBe(1011)
})

test.each([
  [
    'for another site',
    ['host: h', 'origin: https://evil.example'],
    403,
    expect.stringMatching(/^this request comes from another site/),
  ],
  ['under two host names', ['host: h', 'host: evil.example'], 400, 'malformed request'],
])('does not open a console %s', async (_, headers, status, message) => {
  const raw = connectRaw(server.url)
  const handshake = [
    'upgrade: websocket',
    'connection: upgrade',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  raw.write([`GET ${path('x')} HTTP/1.1`, ...headers, ...handshake, '', ''].join('\r\n'))
  const answer = lastAnswer(await raw.all)
  expect([answer.status, answer.body.message]).toEqual([status, message])
  expect(answer.headers['x-frame-options']).toBe('DENY')
})

test.each([
  // Masked with zeros. The library answers each ping.
  ['pings and does not read', [0x89, 0x80 | 125, 0, 0, 0, 0, ...Array<number>(125).fill(0)]],
  ['sends a message in very many fragments', [0x00, 0x81, 0, 0, 0, 0, 0]],
])('cuts a client off that %s', async (_, frame) => {
  const raw = connectRaw(server.url)
  const handshake = [
    `cookie: ${cookie}`,
    'upgrade: websocket',
    'connection: upgrade',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  raw.write(
    [`GET ${path(id)} HTTP/1.1`, `host: ${new URL(server.url).host}`, ...handshake, '', ''].join('\r\n'),
  )
  await once(raw.socket, 'data')
  raw.socket.write(Buffer.from([0x02, 0x81, 0, 0, 0, 0, 0]))
  raw.socket.pause()
  const many = Buffer.concat(Array<Buffer>(100_000).fill(Buffer.from(frame)))
  raw.socket.write(many, () => raw.socket.resume())
  await raw.all
  expect((await server.get('/healthz')).status).toBe(200)
})

test('closes the connection, not the server, on a frame above 1 MiB', async () => {
  const console = open(path(id), { cookie })
  await once(console.socket, 'open')
  console.socket.send(Buffer.alloc(1_048_577))
  expect((await console.closed)[0]).toBe(1009)
  expect((await server.get('/healthz')).status).toBe(200)
})

test('cuts a reason between characters to fit a close frame', () => {
  const reason = closeReason(new ApiError(400, 'InvalidRequest', `x${'ü'.repeat(100)}`))
  expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
  expect(reason).toBe(`x${'ü'.repeat(61)}`)
  expect(closeReason(new Error('secret'))).toBe('Internal Server Error')
})

test('drops the console of a machine that stops, and refuses one afterwards', async () => {
  const console = open(path(id), { cookie })
  await once(console.socket, 'open')
  await server.send('POST', `/v1/instances/${id}/stop`, undefined, { cookie })
  expect(await console.closed).toEqual([1006, ''])
  const state = async () =>
    ((await (await server.get(`/v1/instances/${id}`, { cookie })).json()) as { run_state: string }).run_state
  await expect.poll(state).toBe('stopped')
  expect(await open(path(id), { cookie }).closed).toEqual([
    1011,
    'cannot connect to serial console of instance in state "stopped"',
  ])
})
