import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { runMachine } from '../test/machine.ts'
import { connectRaw } from '../test/raw.ts'
import { PASSWORD, runServer } from '../test/server.ts'

const BODY = JSON.stringify({ username: 'admin', password: PASSWORD })
const HEAD = `POST /v1/login/main/local HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a request under way is finished, a new one is not taken, and the connection is closed after it', async () => {
  const server = await runServer()
  const raw = connectRaw(server.url)
  raw.write(HEAD + BODY.slice(0, 10))
  await wait(100)
  const stopped = server.stop()
  await wait(100)
  await expect(server.get('/v1/ping')).rejects.toThrow()
  raw.write(BODY.slice(10))
  const answer = await raw.all
  expect(answer).toMatch(/^HTTP\/1.1 204 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  await stopped
})

test('readiness is gone at once, streams and idle connections do not hold the server up', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const idle = connectRaw(server.url)
  idle.write('GET /v1/ping HTTP/1.1\r\nhost: h\r\n\r\n')
  const events = await server.get('/experimental/v1/events', { cookie })
  const busy = connectRaw(server.url)
  busy.write(HEAD + BODY.slice(0, 10))
  const asking = connectRaw(server.url)
  asking.write('GET /readyz HTTP/1.1\r\nhost: h\r\n')
  await wait(100)
  const began = performance.now()
  const stopped = server.stop()
  await wait(50)
  asking.write('\r\n')
  expect(await asking.all).toMatch(/^HTTP\/1.1 503 /)
  busy.write(BODY.slice(10))
  await stopped
  expect(performance.now() - began).toBeLessThan(1_000)
  await expect(events.text()).rejects.toThrow()
  expect(await idle.all).toMatch(/^HTTP\/1.1 200 /)
})

test('serial consoles are closed with code 1001, also where nobody answers', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const { id } = await runMachine(server, cookie)
  const address = `${server.url.replace('http', 'ws')}/v1/instances/${id}/serial-console/stream`
  const polite = new WebSocket(address, { headers: { cookie } })
  const silent = new WebSocket(address, { headers: { cookie } })
  await Promise.all([once(polite, 'open'), once(silent, 'open')])
  silent.pause()
  const began = performance.now()
  const [[code]] = await Promise.all([once(polite, 'close'), server.stop()])
  expect(code).toBe(1001)
  expect(performance.now() - began).toBeLessThan(3_000)
  silent.terminate()
})

test('stopping twice is stopping once', async () => {
  const server = await runServer()
  await Promise.all([server.stop(), server.stop()])
})
