import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { runServer } from '../../test/server.ts'
import { metricsRefusal } from './metrics-guard.ts'

const TOKEN = 'only-for-these-metrics'
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({
    headers: { host: 'localhost:8400', ...headers },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage
const statusOf = (incoming: IncomingMessage, token: string | null = null) =>
  metricsRefusal(incoming, token)?.status ?? 200

test.each<[string, Record<string, string>, number]>([
  ['127.0.0.1', {}, 200],
  ['::ffff:127.0.0.1', {}, 200],
  ['::1', {}, 200],
  ['127.0.0.1', { host: '127.0.0.1' }, 200],
  ['::1', { host: '[::1]:8400' }, 200],
  ['127.0.0.1', { host: `${hostname().toUpperCase()}:8400` }, 200],
  ['127.0.0.1', { host: 'rebound.example:8400' }, 403],
  ['127.0.0.1', { host: 'localhost.example' }, 403],
  ['127.0.0.1', { host: '192.0.2.1' }, 403],
  ['127.0.0.1', { host: 'a b' }, 403],
  ['127.0.0.1', { host: '' }, 403],
  ['192.0.2.1', {}, 403],
  ['10.0.0.1', {}, 403],
  ['', {}, 403],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['127.0.0.1', { forwarded: 'for=192.0.2.1' }, 403],
  ['127.0.0.1', { via: '1.1 proxy' }, 403],
])('without a token, %s with %o gets %s', (address, headers, status) => {
  expect(statusOf(from(address, headers))).toBe(status)
})

test('with a token, only the token counts', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  expect(statusOf(from('127.0.0.1'), TOKEN)).toBe(401)
  expect(statusOf(from('192.0.2.1', bearer(TOKEN)), TOKEN)).toBe(200)
  expect(statusOf(from('192.0.2.1', bearer(`${TOKEN}x`)), TOKEN)).toBe(401)
  expect(statusOf(from('192.0.2.1', bearer('')), TOKEN)).toBe(401)
})

test('the server guards its metrics', async () => {
  const open = await runServer()
  expect((await open.get('/metrics')).status).toBe(200)
  expect((await open.get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(403)
  const guarded = await runServer(['--metrics-token', TOKEN])
  expect((await guarded.get('/metrics')).status).toBe(401)
  expect((await guarded.get('/metrics', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  for (const path of ['/healthz', '/readyz']) expect((await guarded.get(path)).status).toBe(200)
})
