import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../test/terminal.ts'

/** A server other than Granary that records its requests. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function terminalAt(host: string) {
  const terminal = openTerminal()
  Object.assign(terminal.environment, { GRANARY_HOST: host, GRANARY_TOKEN: 'granary-token-secret' })
  return terminal
}

test('distinguishes an answer of another server from a refusal', async () => {
  const host = await answering((_, response) => response.end('<html>'))
  expect(await terminalAt(host).granary('project', 'list')).toMatchObject({
    code: 4,
    err: expect.stringContaining(`${host} is not a Granary server (HTTP 200`),
  })
  expect((await openTerminal().granary('auth', 'login', '--host', host)).code).toBe(4)
})

test('distinguishes a server error from a refusal, and names the request id', async () => {
  const host = await answering((_, response) => {
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end('{"message":"Service Unavailable","request_id":"r-1"}')
  })
  expect(await terminalAt(host).granary('project', 'list')).toMatchObject({
    code: 5,
    err: 'granary: Service Unavailable (request r-1)\n',
  })
})

test('never sends the token to another server', async () => {
  const seen: (string | undefined)[] = []
  const other = await answering(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end('{}')
  })
  const host = await answering((_, response) => response.writeHead(302, { location: other }).end())
  expect((await terminalAt(host).granary('project', 'list')).code).toBe(1)
  expect((await terminalAt(host).granary('api', 'GET', '/v1/me')).code).toBe(0)
  expect(seen).toEqual([])
})

test('distinguishes a lost connection from the end of a response', async () => {
  const host = await answering((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '100' })
    response.write('event: hello\n\n')
    response.destroy()
  })
  expect((await terminalAt(host).granary('experimental', 'event-stream')).code).toBe(4)
})

test('reports a connection that is lost in the middle of a response', async () => {
  const host = await answering((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"items":')
    setImmediate(() => response.destroy())
  })
  expect(await terminalAt(host).granary('project', 'list')).toMatchObject({
    code: 4,
    err: expect.stringContaining(`cannot reach ${host}: `),
  })
})
