import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, type Person, type Verdict } from '../../../test/authorization/rules.ts'
import { table, verdictOf } from '../../../test/authorization/table.ts'
import { openWalk, operations, verdictIn, type Walk } from '../../../test/authorization/walk.ts'
import { bearer, grantToken } from '../../../test/devices.ts'

let walk: Walk
beforeAll(async () => {
  walk = await openWalk()
})
afterAll(() => walk.close())

const rights = (person: Person) => Object.fromEntries(operations.map((id) => [id, verdictOf(id, person)]))

test('the table has a row for every operation', () => {
  expect(Object.keys(table).toSorted()).toEqual(operations.toSorted())
})

/** Operations that end the session of the request: signing in replaces it. */
const ENDS_SESSION = new Set<string>(['logout', 'loginLocal'])

describe.each(people)('%s', (person) => {
  test.each(['byName', 'byId'] as const)('may do exactly what the table allows, %s', async (names) => {
    const cookie = await walk.signIn(person)
    const said: Record<string, Verdict | string> = {}
    for (const id of operations) {
      await walk.restore()
      const asked = ENDS_SESSION.has(id) ? await walk.signIn(person) : cookie
      said[id] = verdictIn(await walk.send(id, walk[names], asked ? { cookie: asked } : {}))
    }
    expect(said).toEqual(rights(person))
  })
})

describe('an access token', () => {
  const owner = 'silo collaborator'
  const walkWith = async (token: string) => {
    const said: Record<string, Verdict | string> = {}
    for (const id of operations) {
      await walk.restore()
      said[id] = verdictIn(await walk.send(id, walk.byId, bearer(token)))
    }
    return said
  }

  test('may do what its user may do', async () => {
    const token = await grantToken(walk.world, await walk.signIn(owner))
    expect(await walkWith(token)).toEqual(rights(owner))
  })

  test('may do nothing once it has expired', async () => {
    const token = await grantToken(walk.world, await walk.signIn(owner))
    const { db, clock } = walk.world.services
    await db.updateTable('access_token').set({ time_expires: clock.now().toISOString() }).execute()
    expect(await walkWith(token)).toEqual(rights('nobody'))
  })
})

test('a hidden project decides the message, also for the resources in it', async () => {
  const cookie = await walk.signIn('no role')
  for (const path of [
    '/v1/disks/data?project=shop',
    '/v1/disks?project=shop',
    '/v1/vpc-subnets/default?project=shop&vpc=default',
  ])
    expect(await walk.world.ask('GET', path, undefined, cookie)).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: 'not found: project with name "shop"' },
    })
})
