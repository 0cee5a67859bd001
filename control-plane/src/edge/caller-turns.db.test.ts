import { expect, onTestFinished, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { Places } from '../database/places.ts'
import { SCIM_TOKEN_PREFIX } from '../scim/tokens/token.ts'

/** Checks that a request waits for its turn. @returns its outcome after that. */
async function afterItsTurn(begin: (world: World, cookie: string) => Promise<unknown>) {
  const world = await openWorld({ started: false })
  onTestFinished(() => world.close())
  const cookie = await world.signIn('admin', 'secret')
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  onTestFinished(() => clock.mockRestore())
  const turns: (() => void)[] = []
  world.services.afterInput = (run) => void turns.push(run)
  const get = async () => (await world.ask('GET', '/v1/projects')).status
  expect(await get()).toBe(200)
  const second = begin(world, cookie)
  const soon = new Promise((resolve) => setTimeout(() => resolve('waits'), 200))
  expect(await Promise.race([second, soon])).toBe('waits')
  turns.shift()!()
  return second
}

test('a request waits for its turn when another one has taken the time of this one', async () => {
  const get = async (world: World) => (await world.ask('GET', '/v1/projects')).status
  expect(await afterItsTurn(get)).toBe(200)
})

test.each([
  ['of a user', undefined, 404],
  ['with an unknown session', 'session=unknown', 401],
])('so does the websocket of a serial console %s', async (_, other, expected) => {
  const open = async ({ controlPlane }: World, cookie: string) => {
    const path = `/v1/instances/${crypto.randomUUID()}/serial-console/stream`
    return controlPlane
      .openSerial(new Request(`http://test${path}`, { headers: { cookie: other ?? cookie } }))
      .catch(({ status }: { status: number }) => status)
  }
  expect(await afterItsTurn(open)).toBe(expected)
})

test.each([
  ['an unknown session', 'GET', '/v1/projects', 401],
  ['an unknown path', 'GET', '/v1/nothing', 404],
  ['a method that a path does not take', 'PATCH', '/v1/projects', 405],
  ['an unknown SCIM token', 'GET', '/scim/v2/Users', 401],
  ['an unknown path of SCIM', 'GET', '/scim/v2/Nothing', 404],
  ['a method that a path of SCIM does not take', 'PATCH', '/scim/v2/Schemas', 405],
])('so does the refusal of %s, which has no caller', async (_, method, path, expected) => {
  const refused = async (world: World) => (await world.ask(method, path, undefined, 'session=unknown')).status
  expect(await afterItsTurn(refused)).toBe(expected)
})

test.runIf(process.env.GRANARY_TEST_DATABASE === 'postgres').each([
  ['/v1/projects', { cookie: `session=${'0'.repeat(40)}` }],
  ['/scim/v2/Users', { authorization: `Bearer ${SCIM_TOKEN_PREFIX}unknown` }],
])(
  'an unknown credential is looked up in the turn of the network of its client: %s',
  async (path, headers) => {
    const world = await openWorld({ started: false })
    onTestFinished(() => world.close())
    const take = vi.spyOn(Places.prototype, 'take')
    onTestFinished(() => take.mockRestore())
    const answer = await world.controlPlane.fetch(new Request(`http://test${path}`, { headers }))
    expect(answer.status).toBe(401)
    expect(take.mock.calls).toEqual([[{ silo: '', user: 'unknown' }]])
  },
)
