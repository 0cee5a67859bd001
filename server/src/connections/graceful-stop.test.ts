import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { runMachine } from '../../test/machine.ts'
import { connectRaw } from '../../test/raw.ts'
import { type Client, PASSWORD, runServer } from '../../test/server.ts'
import { STOP_TIMEOUT_MS } from './listener.ts'

const BODY = JSON.stringify({ username: 'admin', password: PASSWORD })
const HEAD = `POST /v1/login/main/local HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`
/** Waits until the server has read every earlier write, which it has when it answers a later request. */
const received = (server: Client) => server.get('/v1/ping')
const takesNothing = (server: Client) =>
  expect
    .poll(() =>
      server.get('/v1/ping').then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')
/** Replaces {@link STOP_TIMEOUT_MS}, so that a stop that uses it up fails the test. */
const HOUR_MS = 3_600_000

beforeEach(() => {
  const { setTimeout: start } = globalThis
  const longer = (run: () => void, ms?: number) => start(run, ms === STOP_TIMEOUT_MS ? HOUR_MS : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(longer as typeof setTimeout)
})
afterEach(() => void vi.restoreAllMocks())

test('finishes a running request, takes no new one and closes the connection', async () => {
  const server = await runServer()
  const raw = connectRaw(server.url)
  await raw.send(HEAD + BODY.slice(0, 10))
  await received(server)
  const stopped = server.stop()
  await takesNothing(server)
  await raw.send(BODY.slice(10))
  const answer = await raw.all
  expect(answer).toMatch(/^HTTP\/1.1 204 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  await stopped
})

test('is not ready at once, and does not wait for streams and idle connections', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const idle = connectRaw(server.url)
  await idle.send('GET /v1/ping HTTP/1.1\r\nhost: h\r\n\r\n')
  const events = await server.get('/experimental/v1/events', { cookie })
  const busy = connectRaw(server.url)
  await busy.send(HEAD + BODY.slice(0, 10))
  const asking = connectRaw(server.url)
  await asking.send('GET /readyz HTTP/1.1\r\nhost: h\r\n')
  await received(server)
  const stopped = server.stop()
  await takesNothing(server)
  await asking.send('\r\n')
  expect(await asking.all).toMatch(/^HTTP\/1.1 503 /)
  await busy.send(BODY.slice(10))
  await stopped
  await expect(events.text()).rejects.toThrow()
  expect(await idle.all).toMatch(/^HTTP\/1.1 200 /)
})

test('closes serial consoles with code 1001, even without an answer', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const { id } = await runMachine(server, cookie)
  const address = `${server.url.replace('http', 'ws')}/v1/instances/${id}/serial-console/stream`
  const polite = new WebSocket(address, { headers: { cookie } })
  const silent = new WebSocket(address, { headers: { cookie } })
  await Promise.all([once(polite, 'open'), once(silent, 'open')])
  silent.pause()
  const [[code]] = await Promise.all([once(polite, 'close'), server.stop()])
  expect(code).toBe(1001)
  silent.terminate()
})

test('stops once when stopped twice', async () => {
  const server = await runServer()
  await Promise.all([server.stop(), server.stop()])
})
