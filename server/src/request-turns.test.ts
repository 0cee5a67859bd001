import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { inTurn } from './request-turns.ts'

/** A server that leaves its answers to the test, and a connection to it. */
async function open(options: { allowHalfOpen?: boolean } = {}) {
  const begun: { url: string; outgoing: ServerResponse }[] = []
  const server = createServer(inTurn(({ url }, outgoing) => void begun.push({ url: url!, outgoing })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', ...options })
  onTestFinished(() => {
    socket.destroy()
    server.close().closeAllConnections()
  })
  let text = ''
  socket.on('data', (part) => (text += String(part))).on('error', () => {})
  const send = (...paths: string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: h\r\n\r\n`).join(''))
  const urls = () => begun.map(({ url }) => url)
  return { begun, urls, send, socket, received: () => text }
}

test('begins a request when the answer to the one before is sent, in order', async () => {
  const { begun, urls, send, received } = await open()
  send('/1', '/2', '/3')
  await expect.poll(urls).toEqual(['/1'])
  begun[0]!.outgoing.end('one')
  await expect.poll(urls).toEqual(['/1', '/2'])
  begun[1]!.outgoing.end('two')
  await expect.poll(urls).toEqual(['/1', '/2', '/3'])
  begun[2]!.outgoing.end('three')
  await expect.poll(received).toMatch(/one[^]*two[^]*three/)
  send('/4')
  await expect.poll(urls).toEqual(['/1', '/2', '/3', '/4'])
})

test('begins no further request while the client does not take an answer', async () => {
  const { begun, urls, send, socket } = await open()
  send('/1', '/2')
  await expect.poll(urls).toEqual(['/1'])
  socket.pause()
  // More than the buffers of the system hold.
  begun[0]!.outgoing.end('x'.repeat(64 * 2 ** 20))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(urls()).toEqual(['/1'])
  socket.resume()
  await expect.poll(urls).toEqual(['/1', '/2'])
})

test('cuts off a connection that sends too many requests ahead', async () => {
  const { urls, send, socket } = await open()
  send(...Array.from({ length: 33 }, (_, n) => `/${n}`))
  await expect.poll(urls).toEqual(['/0'])
  send('/one-more')
  await once(socket, 'close')
  expect(urls()).toEqual(['/0'])
})

test('begins no waiting request of a connection that has ended', async () => {
  const { urls, send, socket, begun } = await open()
  send('/1', '/2')
  await expect.poll(urls).toEqual(['/1'])
  const ended = once(begun[0]!.outgoing, 'close')
  socket.destroy()
  await ended
  expect(urls()).toEqual(['/1'])
})

test('begins no waiting request after an answer that ends the connection', async () => {
  const { urls, send, socket, begun } = await open()
  send('/1', '/2')
  await expect.poll(urls).toEqual(['/1'])
  begun[0]!.outgoing.setHeader('connection', 'close').end('one')
  await once(socket, 'close')
  expect(urls()).toEqual(['/1'])
})

test('begins no request on a connection whose answers have ended', async () => {
  const { urls, send, socket, begun } = await open({ allowHalfOpen: true })
  send('/1')
  await expect.poll(urls).toEqual(['/1'])
  begun[0]!.outgoing.end('one')
  await once(begun[0]!.outgoing, 'close')
  const { socket: here } = begun[0]!.outgoing.req
  here.end()
  await once(socket, 'end')
  send('/2')
  await expect.poll(() => here.destroyed).toBe(true)
  expect(urls()).toEqual(['/1'])
})
