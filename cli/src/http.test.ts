import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../test/terminal.ts'

/** A server that is no Granary, and what it was asked. */
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

test('what answers, but not as Granary does, is told from a refusal', async () => {
  const host = await answering((_, response) => response.end('<html>'))
  expect(await terminalAt(host).granary('project', 'list')).toMatchObject({
    code: 4,
    err: expect.stringContaining(`${host} does not answer as Granary does (HTTP 200`),
  })
  expect((await openTerminal().granary('auth', 'login', '--host', host)).code).toBe(4)
})

test('a server that fails is told from one that refuses, with the request that it can be asked about', async () => {
  const host = await answering((_, response) => {
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end('{"message":"Service Unavailable","request_id":"r-1"}')
  })
  expect(await terminalAt(host).granary('project', 'list')).toMatchObject({
    code: 5,
    err: 'granary: Service Unavailable (request r-1)\n',
  })
})

test('the token follows nobody to another server', async () => {
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

test('a connection that is lost is told from the end', async () => {
  const host = await answering((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '100' })
    response.write('event: hello\n\n')
    response.destroy()
  })
  expect((await terminalAt(host).granary('experimental', 'event-stream')).code).toBe(4)
})

test('so is one that is lost in the middle of an answer', async () => {
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
