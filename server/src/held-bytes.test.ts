import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { MiB } from '@granary/domain/sizes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { limitHeld } from './held-bytes.ts'

/** More than the buffers of the system hold for a connection. */
const LARGE = 32 * MiB
const MAX = 2.5 * LARGE

/** A server that answers a GET with a large text and waits for bodies, and holds two of either. */
async function open({ max = MAX, sweepMs = 10 } = {}) {
  const logged: unknown[] = []
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'GET') outgoing.end('x'.repeat(LARGE))
    else incoming.resume().once('end', () => outgoing.end('done'))
  })
  limitHeld(server, {
    addressOf: ({ headers }) => String(headers['x-client']),
    log: (_, __, fields) => void logged.push(fields),
    max,
    sweepMs,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const begin = (head: string, client: string): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.pause().write(`${head} / HTTP/1.1\r\nhost: h\r\nx-client: ${client}\r\nconnection: close\r\n`)
    return socket
  }
  return { begin, logged, server }
}
/** Waits for the end of a connection, which may come with an error. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** Reads to the end. @returns the number of bytes. */
async function sizeOf(socket: Socket): Promise<number> {
  let size = 0
  socket.on('data', (part: Buffer) => (size += part.length)).resume()
  await closed(socket)
  return size
}

test('cuts off the address for which it holds the most answers, and no other', async () => {
  const { begin, logged } = await open()
  const other = begin('GET', '192.0.2.1')
  other.write('\r\n')
  const greedy = Array.from({ length: 3 }, () => begin('GET', '192.0.2.2'))
  for (const socket of greedy) socket.write('\r\n')
  await expect.poll(() => logged).not.toEqual([])
  expect(await sizeOf(other)).toBeGreaterThan(LARGE)
  const sizes = await Promise.all(greedy.map(sizeOf))
  expect(sizes.filter((size) => size < LARGE).length).toBeGreaterThanOrEqual(1)
})

test('cuts off bodies that do not end', async () => {
  const { begin, logged } = await open()
  const sockets = [1, 2, 3].map(() => {
    const socket = begin('POST', '192.0.2.2')
    socket.write(`content-length: ${LARGE + 1}\r\n\r\n`)
    socket.write('x'.repeat(LARGE))
    return socket
  })
  await Promise.any(sockets.map((socket) => closed(socket.resume())))
  expect(logged).toEqual([{ connections: 1, max: MAX }])
})

test('leaves clients alone that take their answers', async () => {
  const { begin, logged } = await open()
  const sizes = [1, 2].map(() => {
    const socket = begin('GET', '192.0.2.2')
    socket.write('\r\n')
    return sizeOf(socket)
  })
  for (const size of await Promise.all(sizes)) expect(size).toBeGreaterThan(LARGE)
  expect(logged).toEqual([])
})

test('cuts off many a few at a time, so that other requests come in between', async () => {
  const size = MiB / 4
  const { begin, logged, server } = await open({ max: size, sweepMs: 500 })
  const perTurn: number[] = []
  let inTurn = 0
  server.on('connection', (socket) =>
    socket.once('close', () => {
      if (inTurn++ === 0)
        setImmediate(() => {
          perTurn.push(inTurn)
          inTurn = 0
        })
    }),
  )
  const sockets = Array.from({ length: 60 }, () => begin('POST', '192.0.2.2'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(`content-length: ${2 * size}\r\n\r\n${'x'.repeat(size)}`)
  await expect.poll(() => perTurn.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50)
  expect(logged.length).toBeGreaterThan(0)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(16)
})
