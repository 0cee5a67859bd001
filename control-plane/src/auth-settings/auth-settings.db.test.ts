import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { readEvents } from '../../test/event-reader.ts'
import { addUser, siloId } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await addUser(world.services, 'main', 'user')
})
afterAll(() => world.close())

const view = (as?: string) => world.ask('GET', '/v1/auth-settings', undefined, as)
const update = (body: unknown, as?: string) => world.ask('PUT', '/v1/auth-settings', body, as)

test('tokens have no maximum lifetime by default', async () => {
  expect(await view()).toMatchObject({
    status: 200,
    body: { silo_id: await siloId(world.services), device_token_max_ttl_seconds: null },
  })
})

test('admins set and clear the limit; every user sees it', async () => {
  const user = await world.signIn('user', 'user')
  for (const seconds of [3600, 1, 4_294_967_295, null]) {
    expect(await update({ device_token_max_ttl_seconds: seconds })).toMatchObject({
      status: 200,
      body: { device_token_max_ttl_seconds: seconds },
    })
    expect((await view(user)).body).toMatchObject({ device_token_max_ttl_seconds: seconds })
  }
  expect((await update({ device_token_max_ttl_seconds: 1 }, user)).status).toBe(403)
})

test.each([
  {},
  { device_token_max_ttl_seconds: 0 },
  { device_token_max_ttl_seconds: -1 },
  { device_token_max_ttl_seconds: 1.5 },
  { device_token_max_ttl_seconds: 4_294_967_296 },
  { device_token_max_ttl_seconds: '60' },
])('refuses %j and names the field', async (body) => {
  expect(await update(body)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^unable to parse JSON body: device_token_max_ttl_seconds: /) },
  })
})

test('a lower limit leaves existing tokens unchanged', async () => {
  const token = await grantToken(world, await world.signIn('user', 'user'), { ttl_seconds: '86400' })
  await update({ device_token_max_ttl_seconds: 60 })
  const { body } = await world.ask('GET', '/v1/me/access-tokens', undefined, '', bearer(token))
  const [{ time_created, time_expires }] = body.items
  expect(Date.parse(time_expires) - Date.parse(time_created)).toBe(86_400_000)
})

test('all users of the silo get an event about a change', async () => {
  const reader = await readEvents(world, await world.signIn('user', 'user'))
  await update({ device_token_max_ttl_seconds: 120 })
  await reader.until(() => reader.changes().includes('silo-auth-settings updated main'))
  await reader.close()
})
