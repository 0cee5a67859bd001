import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect as connectHttp2, constants, createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { MiB } from '@granary/domain/sizes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { STREAM_WINDOW } from '../connections/http2.ts'
import { bufferedBytes } from './buffered-bytes.ts'

/** More than the buffers of the system hold for a connection. */
const LARGE = 32 * MiB

/** A server that answers a GET with a large text and waits for bodies, and holds as much of either as four of them. */
async function open() {
  const counts = { cutOff: 0, refused: 0 }
  const addressOf = ({ headers }: { headers: object }) =>
    String((headers as Record<string, string>)['x-client'])
  const buffered = bufferedBytes(addressOf, () => (counts.cutOff += 1), 4 * LARGE)
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'GET') {
      outgoing.end('x'.repeat(LARGE))
      return buffered.answer(incoming, outgoing)
    }
    try {
      buffered.body(incoming, outgoing, Number(incoming.headers['content-length']))
    } catch {
      counts.refused += 1
      return outgoing.writeHead(503).end()
    }
    incoming.resume().once('end', () => outgoing.end('done'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const begin = (client: string, method = 'GET', headers = ''): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket
      .pause()
      .write(`${method} / HTTP/1.1\r\nhost: h\r\nx-client: ${client}\r\nconnection: close\r\n${headers}\r\n`)
    return socket
  }
  return { begin, counts }
}

/** Reads to the end. @returns the number of bytes. */
async function sizeOf(socket: Socket): Promise<number> {
  let size = 0
  socket.on('data', (part: Buffer) => (size += part.length)).resume()
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return size
}

test('cuts off the network for which it holds the most answers, and no other', async () => {
  const { begin, counts } = await open()
  const greedy = Array.from({ length: 4 }, () => begin('192.0.2.2'))
  await expect.poll(() => counts.cutOff).toBeGreaterThanOrEqual(1)
  const other = begin('192.0.2.1')
  expect(await sizeOf(other)).toBeGreaterThan(LARGE)
  const sizes = await Promise.all(greedy.map(sizeOf))
  expect(sizes.filter((size) => size > LARGE).length).toBeGreaterThanOrEqual(1)
  expect(sizes.filter((size) => size < LARGE)).toHaveLength(counts.cutOff)
})

test('refuses bodies of a network that has begun as many as are left for all others', async () => {
  const { begin, counts } = await open()
  const body = `content-length: ${LARGE}\r\n`
  const sockets = Array.from({ length: 3 }, () => begin('192.0.2.2', 'POST', body))
  await expect.poll(() => counts.refused).toBe(1)
  const other = begin('192.0.2.1', 'POST', body)
  other.write('x'.repeat(LARGE))
  expect(await sizeOf(other)).toBeGreaterThan(0)
  expect(counts.refused).toBe(1)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(async () => {
      const before = counts.refused
      const again = begin('192.0.2.2', 'POST', body)
      again.write('x'.repeat(LARGE))
      await sizeOf(again)
      return counts.refused - before
    })
    .toBe(0)
})

test('leaves clients alone that take their answers', async () => {
  const { begin, counts } = await open()
  for (let n = 0; n < 8; n++) expect(await sizeOf(begin('192.0.2.2'))).toBeGreaterThan(LARGE)
  expect(counts.cutOff).toBe(0)
})

/** A server that counts bodies, of which it holds one, and the requests that have come to it. */
async function openHeld() {
  const arrived: { incoming: IncomingMessage; outgoing: ServerResponse }[] = []
  const buffered = bufferedBytes(
    () => '192.0.2.1',
    () => {},
    2 * MiB,
  )
  const server = createServer((incoming, outgoing) => void arrived.push({ incoming, outgoing }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  /** Sends a text. @returns its socket, and the request that has arrived with it last. */
  const send = async (text: string, requests = 1) => {
    const before = arrived.length
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    await vi.waitUntil(() => arrived.length === before + requests)
    return { socket, ...arrived.at(-1)! }
  }
  const count = ({ incoming, outgoing }: (typeof arrived)[number]) =>
    buffered.body(incoming, outgoing, 1.5 * MiB)
  return { send, count }
}
const POST = 'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 4\r\n\r\n'

test('does not count the body of a client that has gone', async () => {
  const { send, count } = await openHeld()
  const gone = await send(POST)
  gone.socket.destroy()
  await vi.waitUntil(() => gone.incoming.closed)
  expect(() => count(gone)).toThrow('the request ended before')
  const next = await send(POST)
  expect(() => count(next)).not.toThrow()
})

test('counts a body until its request is answered', async () => {
  const { send, count } = await openHeld()
  const first = await send(`${POST}body`)
  count(first)
  await once(first.incoming.resume(), 'close')
  const next = await send(POST)
  expect(() => count(next)).toThrow('too many requests from your network')
  first.outgoing.end()
  await once(first.outgoing, 'close')
  expect(() => count(next)).not.toThrow()
})

test('counts the body of a request that waits for the answer before it no longer when its client goes', async () => {
  const { send, count } = await openHeld()
  const second = await send(`GET / HTTP/1.1\r\nhost: h\r\n\r\n${POST}body`, 2)
  count(second)
  await once(second.incoming.resume(), 'close')
  const closed = once(second.incoming.socket, 'close')
  second.socket.destroy()
  await closed
  const next = await send(POST)
  expect(() => count(next)).not.toThrow()
})

test('over HTTP/2, counts a request from its arrival until its stream ends, and cuts off a stream, not its connection', async () => {
  let cut = 0
  const buffered = bufferedBytes(
    () => '192.0.2.1',
    () => (cut += 1),
    8 * STREAM_WINDOW,
  )
  const refused: unknown[] = []
  const server = createHttp2Server((request, response) => {
    const [incoming, outgoing] = [request, response] as unknown as [IncomingMessage, ServerResponse]
    try {
      buffered.arrival(incoming, outgoing)
    } catch (error) {
      refused.push(error)
      return response.writeHead(503).end()
    }
    if (incoming.method === 'PUT') return
    response.end('x'.repeat(Number(request.url.slice(1))))
    buffered.answer(incoming, outgoing)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  const ask = (path: string, method = 'GET') => {
    const stream = session.request({ ':path': path, ':method': method }, { endStream: method === 'GET' })
    stream.on('error', () => {}).pause()
    return { stream, closed: new Promise<void>((resolve) => stream.once('close', () => resolve())) }
  }
  // One network may hold as much as all others still can.
  const bodies = Array.from({ length: 5 }, () => ask('/', 'PUT'))
  await expect.poll(() => refused.length).toBe(1)
  for (const { stream } of bodies) stream.close(constants.NGHTTP2_CANCEL)
  await Promise.all(bodies.map(({ closed }) => closed))
  const large = ask(`/${9 * STREAM_WINDOW}`)
  await large.closed
  expect([cut, large.stream.rstCode]).toEqual([1, constants.NGHTTP2_ENHANCE_YOUR_CALM])
  const small = ask('/10')
  small.stream.resume()
  await small.closed
  expect([cut, small.stream.rstCode, refused.length]).toEqual([1, 0, 1])
})
