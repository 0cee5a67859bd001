import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestDeviceCode } from '../../test/devices.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let logged: string[]
beforeAll(async () => {
  world = await openWorld({ started: false })
  logged = []
  world.services.log = (...line) => logged.push(JSON.stringify(line))
  // The limit on wrong codes must not stop the random requests.
  world.services.settings = { ...world.services.settings, limitAttempts: false }
})
afterAll(() => world.close())

/** Marker in every body: it must not appear in the log. */
const SECRET = 'c0ffee5ec7e7'
const withSecret = (text: fc.Arbitrary<string>) => text.map((value) => `${value}${SECRET}`)

const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'multipart/form-data',
  'text/plain',
  '',
)
const field = fc.constantFrom(
  'client_id',
  'ttl_seconds',
  'grant_type',
  'device_code',
  'user_code',
  '__proto__',
)
const value = fc.oneof(
  withSecret(fc.string({ unit: 'binary' })),
  fc.constantFrom('', '0', '-1', '1e9', '4294967296', '\u0000', 'BCDF-GHJK'),
  fc.uuid(),
)
const formBody = fc
  .array(fc.tuple(fc.oneof(field, fc.string()), value), { maxLength: 6 })
  .map((fields) => new TextEncoder().encode(`${new URLSearchParams(fields).toString()}&x=${SECRET}`))
const jsonBody = fc
  .dictionary(fc.oneof(field, fc.string()), fc.oneof(value, fc.jsonValue()))
  .map((fields) => new TextEncoder().encode(JSON.stringify({ ...fields, x: SECRET })))
const body = fc.oneof(formBody, jsonBody, fc.uint8Array({ maxLength: 200 }))

const send = (path: string, type: string, bytes: Uint8Array, cookie = '') =>
  world.controlPlane.fetch(
    new Request(`http://test${path}`, {
      method: 'POST',
      headers: { ...(type ? { 'content-type': type } : {}), ...(cookie ? { cookie } : {}) },
      body: bytes as Uint8Array<ArrayBuffer>,
    }),
  )

test('answers any request of a device with success or refusal, in OAuth format', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('auth', 'token'), types, body, async (path, type, bytes) => {
      const response = await send(`/device/${path}`, type, bytes)
      const answer = (await response.json()) as Record<string, unknown>
      expect([200, 400]).toContain(response.status)
      if (response.status === 200) expect(answer).toHaveProperty('user_code')
      else expect(answer).toEqual({ error: expect.any(String), error_description: expect.any(String) })
    }),
    { numRuns: 150 },
  )
})

test('refuses every random confirmation', async () => {
  await requestDeviceCode(world)
  const cookie = await world.signIn('admin', 'secret')
  await fc.assert(
    fc.asyncProperty(types, body, async (type, bytes) => {
      const response = await send('/device/confirm', type, bytes, cookie)
      expect([400, 404]).toContain(response.status)
      expect(await response.json()).toMatchObject({ message: expect.any(String) })
    }),
    { numRuns: 150 },
  )
})

test('no random credential authenticates', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Bearer ', 'Bearer granary-token-', 'Basic ', ''),
      fc.string().filter((text) => /^[\x20-\x7e]*$/.test(text)),
      async (scheme, text) => {
        const headers = { authorization: `${scheme}${text}${SECRET}` }
        const response = await world.controlPlane.fetch(new Request('http://test/v1/me', { headers }))
        expect(response.status).toBe(401)
      },
    ),
  )
})

test('logs nothing of the requests, and nothing failed', () => {
  expect(logged.length).toBeGreaterThan(300)
  expect(logged.filter((line) => line.includes(SECRET))).toEqual([])
  expect(logged.filter((line) => line.includes('"error"'))).toEqual([])
})
