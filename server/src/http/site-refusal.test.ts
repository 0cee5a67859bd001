import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { runServer } from '../../test/server.ts'

test('refuses every request and console of other addresses, but no health check and no request from this machine', async () => {
  // A trusted proxy lets the test send requests from any address.
  const server = await runServer(['--trusted-proxies', '127.0.0.1'])
  const cookie = await server.signIn()
  const allowed = { 'x-forwarded-for': '198.51.100.9' }
  const other = { 'x-forwarded-for': '192.0.2.1' }
  const replace = (ips: string[], headers: Record<string, string>) =>
    server.send(
      'PUT',
      '/v1/system/networking/allow-list',
      { allowed_ips: { allow: 'list', ips } },
      { cookie, ...headers },
    )
  expect((await replace(['192.0.2.0/24'], allowed)).status).toBe(400)
  expect((await replace(['198.51.100.0/24'], allowed)).status).toBe(200)
  const statuses = async (headers: Record<string, string>) =>
    Promise.all(
      ['/v1/me', '/projects', '/scim/v2/Users', '/healthz', '/readyz'].map(
        async (path) => (await server.get(path, { cookie, accept: 'text/html', ...headers })).status,
      ),
    )
  expect(await statuses(other)).toEqual([403, 403, 403, 200, 200])
  expect(await statuses(allowed)).toEqual([200, 200, 401, 200, 200])
  expect(await statuses({})).toEqual([200, 200, 401, 200, 200])
  const refused = await server.get('/v1/me', { cookie, ...other })
  expect(await refused.json()).toMatchObject({
    error_code: 'Forbidden',
    message: 'requests from your address are not allowed',
  })
  const url = server.url.replace('http', 'ws')
  const socket = new WebSocket(`${url}/v1/instances/web/serial-console/stream?project=shop`, {
    headers: { cookie, ...other },
  })
  onTestFinished(() => socket.terminate())
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  expect([code, String(reason)]).toEqual([1011, 'requests from your address are not allowed'])
})

test('counts a proxy on this machine that is not trusted as one client, which the list must contain', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const behindProxy = { cookie, 'x-forwarded-for': '198.51.100.9' }
  const replace = (ips: string[]) =>
    server.send(
      'PUT',
      '/v1/system/networking/allow-list',
      { allowed_ips: { allow: 'list', ips } },
      behindProxy,
    )
  expect((await replace(['198.51.100.0/24'])).status).toBe(400)
  expect((await replace(['127.0.0.0/8'])).status).toBe(200)
})
