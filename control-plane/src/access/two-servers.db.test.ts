import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, sessionOf } from '../../test/people.ts'
import type { TestDatabase } from '../../test/databases.ts'
import { openWorld, type World } from '../../test/world.ts'
import { createControlPlane } from '../control-plane.ts'
import type { HostServices } from '../kit/context/services.ts'
import { ServerState } from '../kit/context/server-state.ts'

let world: World
/** A second connection pool on PostgreSQL; SQLite has one server only. */
let second: TestDatabase | undefined
let create: (cookie: string, name: string) => Promise<number>
beforeAll(async () => {
  world = await openWorld({ started: false })
  second = await (world.services as Partial<TestDatabase>).again?.()
  const other = createControlPlane({
    ...world.services,
    ...second,
    state: new ServerState((second ?? world.services).db),
  })
  create = async (cookie, name) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, description: '' })
    return (await other.fetch(new Request('http://test/v1/projects', { method: 'POST', headers, body })))
      .status
  }
})
afterAll(async () => {
  await second?.close()
  await world.close()
})

test.each<[string, (services: HostServices, user: string) => Promise<unknown>, number]>([
  ['role', ({ db }, user) => db.deleteFrom('role_assignment').where('identity_id', '=', user).execute(), 403],
  ['session', ({ db }, user) => db.deleteFrom('session').where('user_id', '=', user).execute(), 401],
  [
    'user',
    ({ db }, user) => db.updateTable('silo_user').set({ active: 0 }).where('id', '=', user).execute(),
    401,
  ],
])('a %s that ends on one server ends with the next request to another', async (name, end, status) => {
  for (let round = 0; round < 20; round++) {
    const user = await addUser(world.services, 'main', `${name}-${round}`, { silo: 'collaborator' })
    const cookie = await sessionOf(world.services, user)
    expect(await create(cookie, `${name}-${round}-a`)).toBe(201)
    expect(await create(cookie, `${name}-${round}-b`)).toBe(201)
    await end(world.services, user)
    expect(await create(cookie, `${name}-${round}-c`)).toBe(status)
  }
})
