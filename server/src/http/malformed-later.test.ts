import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Configuration } from '../settings/configuration.ts'
import { createHttpServer } from '../connections/http-server.ts'

/** A server that leaves its answers to the test, and a connection to it. */
async function open() {
  const begun: ServerResponse[] = []
  const { server } = createHttpServer({ requestTimeout: 30 } as Configuration)
  server.on('request', (_, outgoing) => void begun.push(outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    server.close().closeAllConnections()
  })
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return { begun, socket, ended }
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: h\r\n\r\n'

test('malformed input after requests ends the connection within the answer to an earlier one', async () => {
  const { begun, socket, ended } = await open()
  socket.write(REQUEST + REQUEST)
  await expect.poll(() => begun.length).toBe(2)
  begun[0]!.writeHead(200, { 'content-length': 1_000 }).write('begun')
  socket.write('nonsense\r\n\r\n')
  expect(await ended).toMatch(/begun$/)
})

test.each([1, 2])('malformed input is not answered in place of %d earlier requests', async (count) => {
  const { begun, socket, ended } = await open()
  socket.write(REQUEST.repeat(count))
  await expect.poll(() => begun.length).toBe(count)
  socket.write('nonsense\r\n\r\n')
  expect(await ended).toBe('')
})

test('malformed input after an answered request is refused', async () => {
  const { begun, socket, ended } = await open()
  socket.write(REQUEST)
  await expect.poll(() => begun.length).toBe(1)
  begun[0]!.end('answered')
  await once(begun[0]!, 'close')
  socket.write('nonsense\r\n\r\n')
  expect(await ended).toMatch(/answered[^]*HTTP\/1.1 400 /)
})

test('cuts off a connection that sends too many requests ahead', async () => {
  const { socket, ended } = await open()
  socket.write(REQUEST.repeat(33))
  expect(await ended).toBe('')
})
