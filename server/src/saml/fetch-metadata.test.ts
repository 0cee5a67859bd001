import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { expect, onTestFinished, test } from 'vitest'
import { fetchMetadata } from './fetch-metadata.ts'
import { guardedLookup, reachable } from '../outgoing/reachable.ts'

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

const LOOPBACK = ['127.0.0.0/8', '::1']
const FAILED =
  'refused: metadata could not be fetched from this address; check it, or upload the metadata as a file'

const get = (url: string, allowLoopback = true, timeout = 5_000) =>
  fetchMetadata(url, { allowedNetworks: allowLoopback ? LOOPBACK : [], timeout }).catch(
    (error: Error) => `refused: ${error.message}`,
  )
/** Returns the reason that only the operator sees. */
const detailOf = (url: string, timeout = 5_000) =>
  fetchMetadata(url, { allowedNetworks: LOOPBACK, timeout }).then(
    () => 'fetched',
    (error: SamlRefusal) => error.detail,
  )

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
    expect(await get(`http://${host}:${port}/`, false), host).toBe(FAILED)
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
    expect(await get(url), location).toBe(FAILED)
  }
})

test('tells the operator that a redirect leads to a forbidden address, which is not asked', async () => {
  for (const location of ['http://169.254.169.254/', 'http://[fe80::1]/', 'http://[::]/']) {
    const url = await site((_, response) => response.writeHead(302, { location }).end())
    expect([location, await detailOf(url)]).toEqual([location, 'a redirect: this address is not allowed'])
  }
})

test('stops a redirect loop', async () => {
  const url = await site((_, response) => response.writeHead(302, { location: '/' }).end())
  expect(await get(url)).toBe(FAILED)
  expect(await detailOf(url)).toBe('it redirects more than 3 times')
})

test.each([
  ['ftp://idp.example', 'must be an address that begins with https:// or http://'],
  ['file:///etc/passwd', 'must be an address that begins with https:// or http://'],
  ['idp.example', 'must be an address that begins with https:// or http://'],
  ['https://user@idp.example', 'may not have a user name or password in it'],
  ['https://:secret@idp.example', 'may not have a user name or password in it'],
  ['https://user:secret@idp.example', 'may not have a user name or password in it'],
])('%s is not asked', async (url, message) => expect(await get(url, false)).toBe(`refused: ${message}`))

test('says the same of every failure in the network, and tells the operator which it was', async () => {
  const hangs = await site(() => {})
  const drips = await site((_, response) => response.write('<'))
  const long = await site((_, response) => response.end('a'.repeat(1_048_577)))
  const binary = await site((_, response) => response.end(Buffer.from([0xff, 0xfe])))
  const missing = await site((_, response) => response.writeHead(404).end())
  const failures: [string, string][] = [
    [hangs, 'it does not answer within 0.2 seconds'],
    [drips, 'it does not answer within 0.2 seconds'],
    [long, 'it is longer than 1048576 bytes'],
    [binary, 'it is not UTF-8'],
    [missing, 'it answers with status 404'],
    ['http://127.0.0.1:1/', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['http://169.254.169.254/latest', 'this address is not allowed'],
    ['http://[fe80::1]/', 'this address is not allowed'],
    ['http://10.0.0.1/', 'this address is not allowed'],
  ]
  for (const [url, detail] of failures) {
    const timeout = detail.includes('0.2 seconds') ? 200 : 5_000
    expect([url, await get(url, true, timeout)]).toEqual([url, FAILED])
    expect([url, await detailOf(url, timeout)]).toEqual([url, detail])
  }
  const exact = await site((_, response) => response.end('a'.repeat(1_048_576)))
  expect(await get(exact)).toHaveLength(1_048_576)
})

test('a name with a public and a forbidden address is refused, and the checked address is used', () => {
  const resolving = (...addresses: string[]) =>
    new Promise((done) =>
      guardedLookup(reachable([]), ((
        _name: string,
        _options: object,
        callback: (...found: unknown[]) => void,
      ) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )) as never)('rebinding.example', {}, (error, address) => done(error?.message ?? address)),
    )
  return Promise.all([
    expect(resolving('203.0.113.1')).resolves.toBe('203.0.113.1'),
    expect(resolving('203.0.113.1', '127.0.0.1')).resolves.toBe('this address is not allowed'),
    expect(resolving('192.168.1.1')).resolves.toBe('this address is not allowed'),
    expect(resolving()).resolves.toBe('this address is not allowed'),
  ])
})

test.each<[string, boolean, boolean]>([
  ['127.0.0.1', false, true],
  ['127.8.8.8', false, true],
  ['::1', false, true],
  ['::ffff:127.0.0.1', false, true],
  ['10.1.2.3', false, true],
  ['::ffff:10.1.2.3', false, true],
  ['192.168.1.1', false, false],
  ['172.20.0.1', false, false],
  ['100.64.0.1', false, false],
  ['fd00::1', false, false],
  ['0.0.0.0', false, false],
  ['169.254.169.254', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['192.0.0.8', false, false],
  ['198.18.0.1', false, false],
  ['198.19.255.255', false, false],
  ['240.0.0.1', false, false],
  ['255.255.255.255', false, false],
  ['::', false, false],
  ['64:ff9b::7f00:1', false, false],
  ['::127.0.0.1', false, false],
  ['::a9fe:a9fe', false, false],
  ['::ffff:0:7f00:1', false, false],
  ['192.88.99.1', false, false],
  ['100::1', false, false],
  ['2001:2::1', false, false],
  ['5f00::1', false, false],
  ['64:ff9b:1::7f00:1', false, false],
  ['2001::1', false, false],
  ['2002:7f00:1::', false, false],
  ['fe80::1', false, false],
  ['fec0::1', false, false],
  ['224.0.0.1', false, false],
  ['ff02::1', false, false],
  ['203.0.113.1', true, true],
  ['2001:db8::1', true, true],
  ['no address', false, false],
])(
  '%s: asked %s, and %s where 127.0.0.0/8, ::1 and 10.0.0.0/8 are allowed',
  (address, always, whenAllowed) => {
    expect(reachable([])(address)).toBe(always)
    expect(reachable([...LOOPBACK, '10.0.0.0/8'])(address)).toBe(whenAllowed)
  },
)

test('an address of this machine is forbidden, unless it is allowed', () => {
  const own = () => ['203.0.113.1', '2001:db8::1']
  expect(reachable([], own)('203.0.113.1')).toBe(false)
  expect(reachable([], own)('::ffff:203.0.113.1')).toBe(false)
  expect(reachable([], own)('2001:db8::1')).toBe(false)
  expect(reachable([], own)('203.0.113.2')).toBe(true)
  expect(reachable(['203.0.113.0/24'], own)('203.0.113.1')).toBe(true)
})
