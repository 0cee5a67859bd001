import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchMetadata } from './fetch-metadata.ts'
import { reachable } from './reachable.ts'

/** Starts a web server on this machine. @returns its address. */
async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const get = (url: string, allowLoopback = true, timeout = 5_000) =>
  fetchMetadata(url, { allowLoopback, timeout }).catch((error: Error) => `refused: ${error.message}`)

test('fetches metadata, also over a redirect', async () => {
  const url = await site((request, response) => {
    if (request.url === '/metadata') response.end('<EntityDescriptor/>')
    else response.writeHead(302, { location: '/metadata' }).end()
  })
  expect(await get(`${url}/metadata`)).toBe('<EntityDescriptor/>')
  expect(await get(url)).toBe('<EntityDescriptor/>')
})

test('does not connect to this machine by any name unless that is allowed', async () => {
  let asked = 0
  const url = await site((_, response) => response.end(String(++asked)))
  const { port } = new URL(url)
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])
    expect(await get(`http://${host}:${port}/`, false), host).toMatch(/^refused: /)
  expect(asked).toBe(0)
  expect(await get(`http://localhost:${port}/`, true)).toBe('1')
})

test('does not follow a redirect to a forbidden address', async () => {
  for (const location of [
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
    'gopher://a',
    'http://[',
  ]) {
    const url = await site((_, response) => response.writeHead(302, { location }).end('<EntityDescriptor/>'))
    expect(await get(url), location).toMatch(/^refused: /)
  }
})

test('stops a redirect loop', async () => {
  const url = await site((_, response) => response.writeHead(302, { location: '/' }).end())
  expect(await get(url)).toBe('refused: it redirects more than 3 times')
})

test.each([
  ['ftp://idp.example', 'must be an address that begins with https:// or http://'],
  ['file:///etc/passwd', 'must be an address that begins with https:// or http://'],
  ['idp.example', 'must be an address that begins with https:// or http://'],
  ['https://user:secret@idp.example', 'may not have a user name or password in it'],
  ['http://169.254.169.254/latest', 'this address is not allowed'],
  ['http://[fe80::1]/', 'this address is not allowed'],
])('%s is not asked', async (url, message) => expect(await get(url, false)).toBe(`refused: ${message}`))

test('refuses an answer that is late, too long or not text', async () => {
  const hangs = await site(() => {})
  expect(await get(hangs, true, 200)).toBe('refused: it does not answer within 0.2 seconds')
  const drips = await site((_, response) => response.write('<'))
  expect(await get(drips, true, 200)).toBe('refused: it does not answer within 0.2 seconds')
  const long = await site((_, response) => response.end('a'.repeat(1_048_577)))
  expect(await get(long)).toBe('refused: it is longer than 1048576 bytes')
  const exact = await site((_, response) => response.end('a'.repeat(1_048_576)))
  expect(await get(exact)).toHaveLength(1_048_576)
  const binary = await site((_, response) => response.end(Buffer.from([0xff, 0xfe])))
  expect(await get(binary)).toBe('refused: it is not UTF-8')
  const missing = await site((_, response) => response.writeHead(404).end())
  expect(await get(missing)).toBe('refused: it answers with status 404')
  expect(await get('http://127.0.0.1:1/')).toBe('refused: it cannot be fetched')
})

test.each<[string, boolean, boolean]>([
  ['127.0.0.1', false, true],
  ['127.8.8.8', false, true],
  ['::1', false, true],
  ['::ffff:127.0.0.1', false, true],
  ['0.0.0.0', false, false],
  ['169.254.169.254', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['64:ff9b::7f00:1', false, false],
  ['fe80::1', false, false],
  ['224.0.0.1', false, false],
  ['ff02::1', false, false],
  ['10.1.2.3', true, true],
  ['192.168.1.1', true, true],
  ['fd00::1', true, true],
  ['203.0.113.1', true, true],
  ['2001:db8::1', true, true],
  ['no address', false, false],
])('%s: asked %s, and %s where this machine itself may be', (address, always, whenAllowed) => {
  expect(reachable(false)(address)).toBe(always)
  expect(reachable(true)(address)).toBe(whenAllowed)
})
