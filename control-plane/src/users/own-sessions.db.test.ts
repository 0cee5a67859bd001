import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const SESSIONS = '/experimental/v1/me/sessions'
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await addUser(world.services, 'main', 'ada')
})
afterAll(() => world.close())

const signIn = () => world.signIn('ada', 'ada')
const me = async (as: string) => (await world.ask('GET', '/v1/me', undefined, as)).status
const own = async (as: string): Promise<{ id: string; is_current: boolean }[]> =>
  (await world.ask('GET', SESSIONS, undefined, as)).body.items

test('users list their own sessions and end one of them', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const listed = await own(here)
  expect(listed.filter(({ is_current }) => is_current)).toHaveLength(1)
  expect(listed).toHaveLength(2)
  const other = listed.find(({ is_current }) => !is_current)!
  expect((await world.ask('DELETE', `${SESSIONS}/${other.id}`, undefined, here)).status).toBe(204)
  expect([await me(here), await me(there)]).toEqual([200, 401])
  expect(await own(here)).toHaveLength(1)
  expect((await world.ask('DELETE', `${SESSIONS}/${other.id}`, undefined, here)).status).toBe(404)
})

test("a session of another user can't be ended", async () => {
  const mine = await signIn()
  const [admins] = await own(await world.signIn('admin', 'secret'))
  expect((await world.ask('DELETE', `${SESSIONS}/${admins!.id}`, undefined, mine)).status).toBe(404)
})

test('ends all other sessions; an access token ends them all', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const admin = await world.signIn('admin', 'secret')
  expect((await world.ask('POST', `${SESSIONS}/end-others`, undefined, here)).status).toBe(204)
  expect([await me(here), await me(there), await me(admin)]).toEqual([200, 401, 200])
  const token = await grantToken(world, here)
  const ended = await world.ask('POST', `${SESSIONS}/end-others`, undefined, '', bearer(token))
  expect(ended.status).toBe(204)
  expect(await me(here)).toBe(401)
})
