import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD, runServer } from '../test/server.ts'
import { CLIENT_ADDRESS, CLIENT_HOST, CLIENT_SCHEME, stampClient } from './client.ts'

/** What the server is told of a request from an address with some headers. */
function stamped(trusted: string[], remoteAddress: string, headers: Record<string, string>) {
  const rawHeaders = Object.entries(headers).flat()
  const incoming = { headers: { ...headers }, rawHeaders, socket: { remoteAddress } }
  stampClient(trusted)(incoming as unknown as IncomingMessage)
  const seen = (name: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name)
  expect(seen(CLIENT_ADDRESS)).toEqual([incoming.headers[CLIENT_ADDRESS]])
  expect(seen(CLIENT_SCHEME)).toEqual([incoming.headers[CLIENT_SCHEME]])
  return [incoming.headers[CLIENT_ADDRESS], incoming.headers[CLIENT_SCHEME]]
}

const forwarded = (chain: string, proto = 'https') => ({
  'x-forwarded-for': chain,
  'x-forwarded-proto': proto,
})

test.each([
  [
    'a client that claims an address',
    [],
    '192.0.2.7',
    { 'X-Granary-Client-Address': '10.0.0.1' },
    '192.0.2.7',
    'http',
  ],
  ['a proxy that nobody trusts', [], '192.0.2.7', forwarded('10.0.0.1'), '192.0.2.7', 'http'],
  ['a proxy', ['127.0.0.1'], '127.0.0.1', forwarded('192.0.2.7'), '192.0.2.7', 'https'],
  ['a proxy over IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', forwarded('192.0.2.7'), '192.0.2.7', 'https'],
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
  ['a proxy that says nothing', ['10.0.0.0/8'], '10.0.0.1', {}, '10.0.0.1', 'http'],
  ['a proxy that says nonsense', ['fd00::/8'], 'fd00::1', forwarded('unknown'), 'fd00::1', 'https'],
] as [string, string[], string, Record<string, string>, string, string][])(
  '%s',
  (_, trusted, peer, headers, address, scheme) => {
    expect(stamped(trusted, peer, headers)).toEqual([address, scheme])
  },
)

test('whatever a client writes, without a trusted proxy it is known by its own address', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (chain, peer) => {
      expect(stamped([], peer, forwarded(chain))).toEqual([peer, 'http'])
    }),
  )
})

test('behind a trusted proxy with TLS the session cookie is for TLS only', async () => {
  const login = { username: 'admin', password: PASSWORD }
  const proxied = await runServer(['--trusted-proxies', '127.0.0.1'])
  const answer = await proxied.send('POST', '/v1/login/main/local', login, forwarded('192.0.2.7'))
  expect(answer.headers.get('set-cookie')).toMatch(
    /^session=[0-9a-f]{40};.*HttpOnly; SameSite=Lax.*; Secure$/,
  )
  expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/)
  const direct = await runServer()
  const plain = await direct.send('POST', '/v1/login/main/local', login, forwarded('192.0.2.7'))
  expect(plain.headers.get('set-cookie')).not.toContain('Secure')
})

test('failed sign-ins are counted by the address of the connection, not by what a header says', async () => {
  const { send } = await runServer()
  const attempt = (i: number) =>
    send(
      'POST',
      '/v1/login/main/local',
      { username: `user-${i}`, password: 'wrong' },
      { [CLIENT_ADDRESS]: `10.0.0.${i}` },
    )
  const statuses = []
  for (let i = 0; i < 52; i++) statuses.push((await attempt(i)).status)
  expect(statuses.slice(0, 50)).toEqual(Array(50).fill(401))
  expect(statuses.slice(50)).toEqual([429, 429])
})

test.each([
  ['no proxy', [], { 'x-forwarded-host': 'cloud.example' }, undefined],
  ['a proxy that says nothing', ['127.0.0.1'], {}, undefined],
  ['a proxy', ['127.0.0.1'], { 'x-forwarded-host': 'cloud.example:8443' }, 'cloud.example:8443'],
  ['two proxies', ['127.0.0.1'], { 'x-forwarded-host': 'cloud.example, inner' }, 'cloud.example'],
  ['an IPv6 host', ['127.0.0.1'], { 'x-forwarded-host': '[2001:db8::1]:80' }, '[2001:db8::1]:80'],
  ['nonsense', ['127.0.0.1'], { 'x-forwarded-host': 'a/b?c' }, undefined],
] as [string, string[], Record<string, string>, string | undefined][])(
  'the host that the client wrote: %s',
  (_, trusted, headers, host) => {
    const incoming = { headers: { ...headers }, rawHeaders: [], socket: { remoteAddress: '127.0.0.1' } }
    stampClient(trusted)(incoming as unknown as IncomingMessage)
    expect((incoming.headers as Record<string, string>)[CLIENT_HOST]).toBe(host)
  },
)
