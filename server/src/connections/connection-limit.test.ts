import { createServer, type Server } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { once } from 'node:events'
import { LIMITS } from '@granary/domain/limits.ts'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { limitConnections, MAX_REFUSALS } from './connection-limit.ts'
import { serveHttp2 } from './http2.ts'
import { OWN_NETWORKS } from '../http/client.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function listening(
  exempt: readonly string[],
  server: Server = createServer((_, outgoing) => outgoing.end('welcome')),
): Promise<number> {
  onTestFinished(() => void server.close())
  limitConnections(server, exempt)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
async function answerOf(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n')
  let text = ''
  socket.on('error', () => {})
  for await (const part of socket) text += String(part)
  return text
}

test('refuses one connection more than the limit of an address, until another one ends', async () => {
  const port = await listening([])
  const first = await open(port)
  for (let more = 1; more < LIMITS.connections.max; more++) await open(port)
  const refused = await open(port)
  let text = ''
  refused.on('data', (part) => (text += String(part)))
  await once(refused, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 429 /)
  expect(text).toContain('limit reached: an address may have at most 1024 open connections')
  expect(await answerOf(first)).toContain('welcome')
  await expect.poll(async () => answerOf(await open(port)).catch(String)).toContain('welcome')
})

test('does not limit connections of exempt networks', async () => {
  const port = await listening(OWN_NETWORKS)
  for (let n = 0; n < LIMITS.connections.max; n++) await open(port)
  expect(await answerOf(await open(port))).toContain('welcome')
})

test('over TLS, counts connections that never begin their handshake', async () => {
  const port = await listening([], createTlsServer() as unknown as Server)
  const most = LIMITS.connections.max + MAX_REFUSALS
  for (let n = 0; n < most; n++) await open(port)
  const cutOff = await open(port)
  cutOff.on('error', () => {})
  await once(cutOff.resume(), 'close')
  sockets[0]!.destroy()
  await expect
    .poll(async () => {
      const other = await open(port)
      const closed = once(other.resume(), 'close').then(() => 'closed')
      return Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200, 'open'))])
    })
    .toBe('open')
})

test('over HTTP/2, ends a connection beyond the limit with a code and the reason', async () => {
  const server = createTlsServer({ ...selfSigned(), ALPNProtocols: ['h2'] }) as unknown as Server
  serveHttp2(server, { headersTimeout: 60_000, keepAliveTimeout: 60_000, maxHeaderSize: 32_768 })
  const port = await listening([], server)
  const options = { host: '127.0.0.1', port, ALPNProtocols: ['h2'], rejectUnauthorized: false }
  for (let n = 0; n < LIMITS.connections.max; n++) {
    const socket = connectTls(options)
    sockets.push(socket)
    await once(socket, 'secureConnect')
  }
  const refused = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  refused.on('error', () => {})
  const closed = new Promise<void>((resolve) => refused.once('close', resolve))
  const [code, reason] = await new Promise<[number, unknown]>((resolve) =>
    refused.once('goaway', (number, _, data) => resolve([number, data])),
  )
  expect(code).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  expect(String(reason)).toContain('limit reached: an address may have at most 1024 open connections')
  await closed
})
