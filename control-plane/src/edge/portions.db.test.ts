import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addUser, sessionOf } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { siloInstanceHandlers } from '../search/silo-instances.ts'
import { MAX_CALLER_AGE_MS } from './readmission.ts'

let world: World
let user: string
let cookie: string
beforeEach(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await world.ask('POST', '/v1/instances?project=shop', {
    name: 'first',
    description: '',
    hostname: 'first',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  })
  const { id } = (await world.ask('GET', '/v1/projects/shop')).body
  user = await addUser(world.services, 'main', 'ada', { projects: { [id]: 'viewer' } })
  cookie = await sessionOf(world.services, user)
})
afterEach(() => world.close())

/** Lets so much time pass that the caller is found again. */
const wait = () => new Promise((resolve) => setTimeout(resolve, MAX_CALLER_AGE_MS + 10))

/** Does something before the list reads one of its portions. */
function beforePortion(portion: number, work: () => Promise<unknown>): void {
  const { siloInstanceList } = siloInstanceHandlers
  const { portions } = siloInstanceList
  let count = 0
  const spy = vi.spyOn(siloInstanceList, 'portions').mockImplementation((input, read) =>
    portions(input, async (of) => {
      count += 1
      if (count === portion) {
        await work()
        await wait()
      }
      return read(of)
    }),
  )
  onTestFinished(() => spy.mockRestore())
}

/** Of the page and of its total, which are two portions. */
const list = () => world.ask('GET', '/experimental/v1/instances?include_total=true', undefined, cookie)

/** Withdraws the role of the caller, and adds an instance, which only later portions could show. */
const withdraw = async () => {
  const { db } = world.services
  await db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  const row = await db.selectFrom('instance').selectAll().executeTakeFirstOrThrow()
  const second = { ...row, id: crypto.randomUUID(), name: 'second' }
  await db.insertInto('instance').values(second).execute()
}
const endSession = async () => {
  await world.services.db.deleteFrom('session').where('user_id', '=', user).execute()
}

test('reads the page and its total as the caller is', async () => {
  const { status, body } = await list()
  expect([status, body.items.length, body.total]).toEqual([200, 1, { count: 1, is_capped: false }])
})

test.each([
  { portion: 1, items: 0 },
  { portion: 2, items: 1 },
])(
  'a role withdrawn before portion $portion hides all that later portions read',
  async ({ portion, items }) => {
    beforePortion(portion, withdraw)
    const { status, body } = await list()
    expect([status, body.items.length, body.total]).toEqual([200, items, { count: 0, is_capped: false }])
  },
)

test.each([1, 2])('a session that ends before portion %i ends the request', async (portion) => {
  beforePortion(portion, endSession)
  expect((await list()).status).toBe(401)
})
