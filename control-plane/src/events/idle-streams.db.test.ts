import { LIMITS } from '@granary/domain/limits.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anyChange, type Following, openFollowing, type Reader } from '../../test/following.ts'
import { addUser, siloId } from '../../test/people.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test('2,000 idle streams: requests are answered, a write reaches all, and their ends free their places', async () => {
  const { world, clock } = events
  const names = Array.from({ length: 2_000 / LIMITS.eventStreams.max + 1 }, (_, n) => `idle-${n}`)
  const cookies: string[] = []
  for (const name of names) {
    await addUser(world.services, 'main', name, { silo: 'viewer' })
    cookies.push(await world.signIn(name, name))
  }
  const open = async () => {
    const all: Reader[] = []
    for (const cookie of cookies)
      all.push(
        ...(await Promise.all(Array.from({ length: LIMITS.eventStreams.max }, () => events.read(cookie)))),
      )
    return all
  }
  const idle = await open()
  expect(idle.length).toBeGreaterThanOrEqual(2_000)
  await clock.advance(10 * 60_000)
  expect(await world.ask('GET', '/v1/me', undefined, cookies[0])).toMatchObject({ status: 200 })
  const id = crypto.randomUUID()
  await events.write(anyChange(id, { siloId: await siloId(world.services) }))
  for (const reader of idle) await events.saw(reader, `project updated ${id}`)
  await events.leave()
  expect((await open()).length).toBe(idle.length)
})
