import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { contract } from '@granary/contract/contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import { limitArrival } from './http-server.ts'

const { method, path } = contract.systemUpdateRepositoryUpload

/** Opens a server that answers an upload at once, or only when all of it has arrived. */
async function serve(answersAtOnce: boolean): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const answer = () => void outgoing.writeHead(401).end('no')
    if (answersAtOnce) answer()
    else incoming.on('end', answer).resume()
  })
  limitArrival(server, 20)
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

function upload(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n`)
  return socket
}

test('an upload that was answered before it arrived has the time of every other body', async () => {
  const socket = upload(await serve(true))
  const sending = setInterval(() => socket.write('x'), 5)
  onTestFinished(() => clearInterval(sending))
  socket.resume()
  // A byte may be sent after the server has closed the connection, which is an error that `once` would throw.
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.bytesWritten).toBeLessThan(1_000)
})

test('an upload that its handler reads may take longer', async () => {
  const socket = upload(await serve(false))
  let sent = 0
  const sending = setInterval(
    () => (sent++ < 10 ? socket.write('x'.repeat(100)) : clearInterval(sending)),
    10,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1.1 401/)
  socket.destroy()
})
