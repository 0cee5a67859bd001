import { expect, test } from 'vitest'
import { runServer, type TestServer } from '../../test/server.ts'

const device = '0e4f0b7a-6f0b-4ea6-9f57-0dbd0c9aa4a1'
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers })
const authorizeDevice = async ({ url }: TestServer, headers: Record<string, string> = {}) =>
  (await (await post(`${url}/device/auth`, { client_id: device }, headers)).json()) as Record<string, string>

/** The header that identifies the caller. */
async function signInDevice(server: TestServer) {
  const { user_code, device_code } = await authorizeDevice(server)
  const cookie = await server.signIn()
  const confirmed = await server.send('POST', '/device/confirm', { user_code }, { cookie })
  expect(confirmed.status).toBe(204)
  const answer = await post(`${server.url}/device/token`, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device_code!,
    client_id: device,
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` }
}

test('sends a device to the address that it used itself', async () => {
  const server = await runServer()
  expect((await authorizeDevice(server)).verification_uri).toBe(`${server.url}/device/verify`)
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cloud.example' }
  expect((await authorizeDevice(server, forwarded)).verification_uri).toBe(`${server.url}/device/verify`)
  const proxied = await runServer(['--trusted-proxies', '127.0.0.1'])
  expect((await authorizeDevice(proxied, forwarded)).verification_uri).toBe(
    'https://cloud.example/device/verify',
  )
})

test('accepts a token from any origin, but checks the origin when a cookie comes with it', async () => {
  const server = await runServer()
  const token = await signInDevice(server)
  const create = (name: string, headers: Record<string, string>) =>
    server.send('POST', '/v1/projects', { name, description: '' }, headers)
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await create('one', { ...token, ...elsewhere })).status).toBe(201)
  const cookie = await server.signIn()
  expect((await create('two', { ...token, cookie, ...elsewhere })).status).toBe(403)
  expect((await create('three', { cookie, ...elsewhere })).status).toBe(403)
  expect((await create('four', { ...token, cookie })).status).toBe(201)
})
