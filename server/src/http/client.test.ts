import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD, runServer } from '../../test/server.ts'
import { clientBehindProxies } from './client.ts'

/** The client of a request from an address with some headers. */
const clientOf = (trusted: string[], remoteAddress: string, headers: Record<string, string>) =>
  clientBehindProxies(trusted)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage)

const forwarded = (chain: string, proto = 'https') => ({
  'x-forwarded-for': chain,
  'x-forwarded-proto': proto,
})

test.each([
  ['a proxy that nobody trusts', [], '192.0.2.7', forwarded('10.0.0.1'), '192.0.2.7', 'http'],
  ['a proxy', ['127.0.0.1'], '127.0.0.1', forwarded('192.0.2.7'), '192.0.2.7', 'https'],
  ['a proxy over IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', forwarded('192.0.2.7'), '192.0.2.7', 'https'],
  [
    'a websocket through Traefik',
    ['127.0.0.1'],
    '127.0.0.1',
    forwarded('192.0.2.7', 'wss'),
    '192.0.2.7',
    'https',
  ],
  ['a websocket without TLS', ['127.0.0.1'], '127.0.0.1', forwarded('192.0.2.7', 'ws'), '192.0.2.7', 'http'],
  ['a proxy without TLS', ['127.0.0.1'], '127.0.0.1', forwarded('192.0.2.7', 'http'), '192.0.2.7', 'http'],
  [
    'a chain with an invented beginning',
    ['10.0.0.0/8'],
    '10.0.0.1',
    forwarded('1.1.1.1, 192.0.2.7, 10.0.0.2'),
    '192.0.2.7',
    'https',
  ],
  [
    'a chain of proxies only',
    ['10.0.0.0/8'],
    '10.0.0.1',
    forwarded('10.0.0.3, 10.0.0.2'),
    '10.0.0.3',
    'https',
  ],
  ['a proxy that adds ports', ['10.0.0.1'], '10.0.0.1', forwarded('192.0.2.7:49152'), '192.0.2.7', 'https'],
  [
    'a proxy that adds ports to IPv6',
    ['10.0.0.1'],
    '10.0.0.1',
    forwarded('[2001:db8::7]:49152'),
    '2001:db8::7',
    'https',
  ],
  ['a proxy that says nothing', ['10.0.0.0/8'], '10.0.0.1', {}, '10.0.0.1', 'http'],
  ['a proxy that says nonsense', ['fd00::/8'], 'fd00::1', forwarded('unknown'), 'fd00::1', 'https'],
] as [string, string[], string, Record<string, string>, string, string][])(
  '%s',
  (_, trusted, peer, headers, address, scheme) => {
    expect(clientOf(trusted, peer, headers)).toMatchObject({ address, encrypted: scheme === 'https' })
  },
)

test('ignores forwarded headers without a trusted proxy', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (chain, peer) => {
      expect(clientOf([], peer, forwarded(chain))).toMatchObject({ address: peer, encrypted: false })
    }),
  )
})

test('warns once that a peer which forwards requests is no trusted proxy', () => {
  const logged: unknown[] = []
  const clientOf = clientBehindProxies(['10.0.0.1'], (...line) => logged.push(line))
  const from = (remoteAddress: string, headers: object) =>
    clientOf({ headers, socket: { remoteAddress } } as unknown as IncomingMessage)
  from('10.0.0.1', forwarded('192.0.2.7'))
  from('10.0.0.2', {})
  expect(logged).toEqual([])
  from('10.0.0.2', forwarded('192.0.2.7'))
  from('10.0.0.3', forwarded('192.0.2.7'))
  expect(logged).toEqual([['warn', expect.stringContaining('--trusted-proxies'), { peer: '10.0.0.2' }]])
})

test('marks the session cookie as secure behind a trusted proxy with TLS', async () => {
  const login = { username: 'admin', password: PASSWORD }
  const proxied = await runServer(['--trusted-proxies', '127.0.0.1'])
  const answer = await proxied.send('POST', '/v1/login/main/local', login, forwarded('192.0.2.7'))
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^__Host-granary-session-\d+=[0-9a-f]{40};.*HttpOnly; SameSite=Lax.*; Secure$/,
  )
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  const direct = await runServer()
  const plain = await direct.send('POST', '/v1/login/main/local', login, forwarded('192.0.2.7'))
  expect(plain.headers.get('set-cookie')).not.toContain('Secure')
})

test('counts failed sign-ins by the address of the connection, not by a header', async () => {
  const { send } = await runServer()
  const attempt = (i: number) =>
    send(
      'POST',
      '/v1/login/main/local',
      { username: `user-${i}`, password: 'wrong' },
      { 'x-forwarded-for': `10.0.0.${i}`, 'x-granary-client-address': `10.0.0.${i}` },
    )
  const statuses = []
  for (let i = 0; i < 52; i++) statuses.push((await attempt(i)).status)
  expect(statuses.slice(0, 50)).toEqual(Array(50).fill(401))
  expect(statuses.slice(50)).toEqual([429, 429])
})

/** Headers by which a client might forge what only the server knows. */
const FORGED = {
  'x-request-id': 'forged',
  'x-granary-request-id': 'forged',
  'x-granary-client-address': '10.0.0.1',
  'x-granary-client-scheme': 'https',
  'x-granary-client-host': 'evil.example',
  ...forwarded('10.0.0.1'),
  'x-forwarded-host': 'evil.example',
}

test('ignores forged headers for request id, scheme and host', async () => {
  const { url, send } = await runServer()
  const device = await fetch(`${url}/device/auth`, {
    method: 'POST',
    headers: FORGED,
    body: new URLSearchParams({ client_id: crypto.randomUUID() }),
  })
  expect(await device.json()).toMatchObject({ verification_uri: `${url}/device/verify` })
  expect(device.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-/)
  expect(device.headers.get('strict-transport-security')).toBeNull()
  const refused = await send('POST', '/v1/login/main/local', { username: 'admin', password: 'x' }, FORGED)
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-/)
  expect(await refused.json()).toMatchObject({ request_id: refused.headers.get('x-request-id') })
  const scim = await fetch(`${url}/scim/v2/Users`, { headers: FORGED })
  expect(scim.status).toBe(401)
  expect(scim.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-/)
})

test.each([
  ['no proxy', [], { 'x-forwarded-host': 'cloud.example' }, null],
  ['a proxy that says nothing', ['127.0.0.1'], {}, null],
  ['a proxy', ['127.0.0.1'], { 'x-forwarded-host': 'cloud.example:8443' }, 'cloud.example:8443'],
  ['two proxies', ['127.0.0.1'], { 'x-forwarded-host': 'cloud.example, inner' }, 'cloud.example'],
  ['an IPv6 host', ['127.0.0.1'], { 'x-forwarded-host': '[2001:db8::1]:80' }, '[2001:db8::1]:80'],
  ['nonsense', ['127.0.0.1'], { 'x-forwarded-host': 'a/b?c' }, null],
] as [string, string[], Record<string, string>, string | null][])(
  'the host that the client wrote: %s',
  (_, trusted, headers, host) => {
    expect(clientOf(trusted, '127.0.0.1', headers).forwardedHost).toBe(host)
  },
)
