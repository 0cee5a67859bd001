import { manualClock } from '@granary/compute/clock.ts'
import { limitMessage } from '@granary/domain/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestDeviceCode, bearer, type Device, grantToken, sendForm } from '../../test/devices.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const SECOND = 1000
const clock = manualClock()
let world: World
let admin: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'stranger')
})
afterAll(() => world.close())
beforeEach(async () => {
  const { db } = world.services
  await db.deleteFrom('sign_in_attempt').execute()
  await db.deleteFrom('device_auth_request').execute()
  await db.deleteFrom('access_token').execute()
  await db.deleteFrom('silo_auth_settings').execute()
  admin = await world.signIn('admin', 'secret')
})

const confirm = (code: string, cookie = admin) =>
  world.ask('POST', '/device/confirm', { user_code: code }, cookie)
const confirmByToken = (code: string, token: string) =>
  world.ask('POST', '/device/confirm', { user_code: code }, '', bearer(token))
const limit = (seconds: number | null) =>
  world.ask('PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: seconds }, admin)
const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * SECOND).toISOString()
/** Returns the expiry of the token of a device that has just been confirmed. */
const expiryOf = async (device: Device) => (await device.poll()).body.time_expires

test('a device gets two codes, the address to enter one of them, and their lifetime', async () => {
  const { status, headers, body } = await sendForm(world, '/device/auth', { client_id: crypto.randomUUID() })
  expect(status).toBe(200)
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[0-9a-f]{40}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: 'http://test/device/verify',
    expires_in: 300,
  })
})

test('from code to token: pending, confirmed, granted, and valid with the rights of the user', async () => {
  const device = await requestDeviceCode(world)
  expect(await device.poll()).toMatchObject({ status: 400, body: { error: 'authorization_pending' } })
  expect((await confirm(device.userCode)).status).toBe(204)
  const { status, body } = await device.poll()
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      access_token: expect.stringMatching(/^granary-token-[0-9a-f]{40}$/),
      token_type: 'bearer',
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      time_expires: null,
    },
  })
  const me = await world.ask('GET', '/v1/me', undefined, '', bearer(body.access_token as string))
  expect(me).toMatchObject({ status: 200, body: { display_name: 'admin' } })
})

test('a lost answer can be fetched again, for five minutes', async () => {
  const device = await requestDeviceCode(world)
  await clock.advance(299 * SECOND)
  await confirm(device.userCode)
  const first = await device.poll()
  await clock.advance(299 * SECOND)
  expect((await device.poll()).body).toEqual(first.body)
  await clock.advance(SECOND)
  expect(await device.poll()).toMatchObject({ status: 400, body: { error: 'expired_token' } })
})

test('stores neither the device code nor the token', async () => {
  const device = await requestDeviceCode(world)
  await confirm(device.userCode)
  const token = (await device.poll()).body.access_token as string
  const { db } = world.services
  const stored = JSON.stringify([
    await db.selectFrom('device_auth_request').selectAll().execute(),
    await db.selectFrom('access_token').selectAll().execute(),
    await db.selectFrom('change_log').selectAll().execute(),
  ])
  for (const secret of [device.deviceCode, token, token.replace('granary-token-', '')])
    expect(stored).not.toContain(secret)
})

test('a code is good for one token', async () => {
  const device = await requestDeviceCode(world)
  expect((await confirm(device.userCode)).status).toBe(204)
  expect(await confirm(device.userCode)).toMatchObject({
    status: 404,
    body: {
      error_code: 'ObjectNotFound',
      message: `not found: device-auth-request with id "${device.userCode}"`,
    },
  })
  expect((await world.ask('GET', '/v1/me/access-tokens')).body.items).toHaveLength(1)
})

test('only one of two concurrent confirmations succeeds', async () => {
  const device = await requestDeviceCode(world)
  const answers = await Promise.all([confirm(device.userCode), confirm(device.userCode)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404])
})

test.each([
  ['as it is shown', (code: string) => code],
  ['with the hyphen after the third letter', (code: string) => code.replace(/^(...)(.)-/, '$1-$2')],
  ['without a hyphen', (code: string) => code.replace('-', '')],
  ['in lower case', (code: string) => code.toLowerCase()],
])('accepts a code %s', async (_, write) => {
  const device = await requestDeviceCode(world)
  expect((await confirm(write(device.userCode))).status).toBe(204)
})

test('a code that is not confirmed within five minutes expires', async () => {
  const device = await requestDeviceCode(world)
  await clock.advance(300 * SECOND)
  expect(await confirm(device.userCode)).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRequest', message: 'device authorization request expired' },
  })
  expect(await device.poll()).toMatchObject({ status: 400, body: { error: 'expired_token' } })
})

test('an unknown code and a code of another client look unconfirmed', async () => {
  const device = await requestDeviceCode(world)
  await confirm(device.userCode)
  const poll = (device_code: string, client_id: string) =>
    sendForm(world, '/device/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id,
    })
  const [wrongClient, unknown] = [
    await poll(device.deviceCode, crypto.randomUUID()),
    await poll('0'.repeat(40), device.clientId),
  ]
  expect(wrongClient.body).toEqual(unknown.body)
  expect(unknown).toMatchObject({ status: 400, body: { error: 'authorization_pending' } })
})

test('refuses other grant types', async () => {
  const fields = { grant_type: 'password', device_code: 'x', client_id: crypto.randomUUID() }
  expect(await sendForm(world, '/device/token', fields)).toMatchObject({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  })
})

test('denies a device whose token was deleted before the device fetched it', async () => {
  const device = await requestDeviceCode(world)
  await confirm(device.userCode)
  const [token] = (await world.ask('GET', '/v1/me/access-tokens')).body.items as { id: string }[]
  await world.ask('DELETE', `/v1/me/access-tokens/${token!.id}`)
  expect(await device.poll()).toMatchObject({ status: 400, body: { error: 'access_denied' } })
})

test('a token lives as long as the device requests and the silo allows, or does not expire', async () => {
  const asking = await requestDeviceCode(world, { ttl_seconds: '60' })
  await confirm(asking.userCode)
  expect(await expiryOf(asking)).toBe(inSeconds(60))
  await limit(120)
  const silent = await requestDeviceCode(world)
  await confirm(silent.userCode)
  expect(await expiryOf(silent)).toBe(inSeconds(120))
  await limit(null)
  const endless = await requestDeviceCode(world)
  await confirm(endless.userCode)
  expect(await expiryOf(endless)).toBeNull()
})

test('refuses a lifetime above the limit of the silo, and keeps the code valid', async () => {
  await limit(60)
  const device = await requestDeviceCode(world, { ttl_seconds: '61' })
  expect(await confirm(device.userCode)).toMatchObject({
    status: 400,
    body: {
      error_code: 'InvalidRequest',
      message: 'the device asks for a token that holds for 61 seconds; the silo allows 60 at most',
    },
  })
  // The limit is that of the silo of the user who confirms.
  const stranger = await world.signIn('stranger', 'stranger', 'elsewhere')
  expect((await confirm(device.userCode, stranger)).status).toBe(204)
  expect(await expiryOf(device)).toBe(inSeconds(61))
})

test('a token that was confirmed with a token does not outlive it', async () => {
  const token = await grantToken(world, admin, { ttl_seconds: '100' })
  const end = inSeconds(100)
  await clock.advance(10 * SECOND)
  const longer = await requestDeviceCode(world, { ttl_seconds: '91' })
  expect(await confirmByToken(longer.userCode, token)).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRequest', message: expect.stringContaining('holds longer than the one') },
  })
  const same = await requestDeviceCode(world, { ttl_seconds: '90' })
  expect((await confirmByToken(same.userCode, token)).status).toBe(204)
  expect(await expiryOf(same)).toBe(end)
  const silent = await requestDeviceCode(world)
  expect((await confirmByToken(silent.userCode, token)).status).toBe(204)
  expect(await expiryOf(silent)).toBe(end)
  await limit(30)
  const limited = await requestDeviceCode(world)
  expect((await confirmByToken(limited.userCode, token)).status).toBe(204)
  expect(await expiryOf(limited)).toBe(inSeconds(30))
})

test('refuses a confirmation without a session', async () => {
  const device = await requestDeviceCode(world)
  expect((await confirm(device.userCode, '')).status).toBe(401)
  expect((await device.poll()).body.error).toBe('authorization_pending')
})

test('limits wrong codes by user and by address', async () => {
  const guess = (cookie = admin) => confirm('BCDF-GHJK', cookie)
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(404)
  const device = await requestDeviceCode(world)
  const stopped = await confirm(device.userCode)
  expect(stopped).toMatchObject({
    status: 429,
    body: { error_code: 'TooManyRequests', message: 'too many wrong codes; try again in 900 seconds' },
  })
  expect(stopped.headers.get('retry-after')).toBe('900')
  // Another user may still try, until the address has failed too often.
  const stranger = await world.signIn('stranger', 'stranger', 'elsewhere')
  expect((await confirm(device.userCode, stranger)).status).toBe(204)
  await world.services.db
    .updateTable('sign_in_attempt')
    .set({ failures: 50 })
    .where('key', 'like', 'deviceCodeAtAddress:%')
    .execute()
  expect((await guess(stranger)).status).toBe(429)
  // Failed sign-ins have a limit of their own.
  expect(await world.signIn('stranger', 'stranger', 'elsewhere')).not.toBe('')
  await clock.advance(901 * SECOND)
  const again = await requestDeviceCode(world)
  expect((await confirm(again.userCode)).status).toBe(204)
})

test('describes the device that shows a code, before it is confirmed', async () => {
  const device = await requestDeviceCode(world, { ttl_seconds: '3600' })
  const inspect = (code: string, as = admin) =>
    world.ask('POST', '/experimental/v1/device/inspect', { user_code: code }, as)
  expect(await inspect(device.userCode)).toMatchObject({
    status: 200,
    body: {
      client_address: 'unknown',
      client_name: null,
      time_created: clock.now().toISOString(),
      token_expires: inSeconds(3600),
    },
  })
  expect((await inspect((await requestDeviceCode(world)).userCode)).body.token_expires).toBe(null)
  expect((await device.poll()).body.error).toBe('authorization_pending')
  await limit(60)
  expect((await inspect(device.userCode)).body.message).toContain('the silo allows 60 at most')
  expect((await inspect(device.userCode, '')).status).toBe(401)
  // A description of guessed codes counts like a confirmation.
  for (let tries = 0; tries < 10; tries++) expect((await inspect('BCDF-GHJK')).status).toBe(404)
  expect((await confirm(device.userCode)).status).toBe(429)
})

test('checks no more concurrent wrong codes than the limit allows', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => confirm('BCDF-GHJK')))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(10).fill(404), ...Array(110).fill(429)])
})

test('a correct code clears the count of wrong ones', async () => {
  for (let tries = 0; tries < 9; tries++) await confirm('BCDF-GHJK')
  const device = await requestDeviceCode(world)
  expect((await confirm(device.userCode)).status).toBe(204)
  for (let tries = 0; tries < 10; tries++) expect((await confirm('BCDF-GHJK')).status).toBe(404)
})

test('an address has at most a hundred open requests', async () => {
  for (let count = 0; count < 100; count++) await requestDeviceCode(world)
  const refused = await sendForm(world, '/device/auth', { client_id: crypto.randomUUID() })
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'invalid_request', error_description: limitMessage('deviceRequests') },
  })
  expect(refused.headers.get('retry-after')).toBe('300')
  await clock.advance(300 * SECOND)
  await requestDeviceCode(world)
})

test('deletes old requests', async () => {
  const { db } = world.services
  await grantToken(world, admin, { ttl_seconds: '60' })
  await grantToken(world, admin)
  await requestDeviceCode(world)
  await clock.advance(2 * 3600 * SECOND)
  await requestDeviceCode(world)
  expect(await db.selectFrom('device_auth_request').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('access_token').select('time_expires').execute()).toEqual([
    { time_expires: null },
  ])
})
