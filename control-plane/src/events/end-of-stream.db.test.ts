import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Following, openFollowing } from '../../test/following.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test('sends something every fifteen seconds, with the cursor', async () => {
  const reader = await events.follow(events.admin)
  const { id } = reader.all[0]!
  const start = events.clock.now().getTime()
  const beats = () => reader.all.filter((one) => one.event === 'beat').length
  await reader.until(
    () => beats() === 3,
    () => events.clock.advance(5_000),
  )
  expect(events.clock.now().getTime() - start).toBeGreaterThanOrEqual(45_000)
  expect(reader.all.at(-1)).toMatchObject({ event: 'beat', id })
})

test('ends the stream on sign-out', async () => {
  const cookie = await events.world.signIn('admin', 'secret')
  const reader = await events.follow(cookie)
  await events.world.ask('POST', '/v1/logout', undefined, cookie)
  await reader.until(() => reader.ended())
})

test('ends the stream when the session reaches its maximum age', async () => {
  const reader = await events.follow(await events.world.signIn('viewer', 'viewer'))
  const beats = () => reader.all.filter((one) => one.event === 'beat').length
  await events.clock.advance(7 * 3_600_000)
  const before = beats()
  await reader.until(
    () => beats() > before + 2,
    () => events.clock.advance(15_000),
  )
  expect(reader.ended()).toBe(false)
  await events.clock.advance(2 * 3_600_000)
  await reader.until(
    () => reader.ended(),
    () => events.clock.advance(15_000),
  )
})

test('refuses a stream without a session', async () => {
  expect((await events.world.ask('GET', '/experimental/v1/events', undefined, '')).status).toBe(401)
})
