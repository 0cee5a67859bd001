import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from '../../test/explain.ts'
import { addUser, sessionOf, siloId } from '../../test/people.ts'
import { GROUP, openScimSilo } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { idsOfUsers, type UserQuery } from './list-users.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

test('SQLite reads users of a name from an index, and no row of a user that has another name', async () => {
  const { services } = world
  if (services.engine !== 'sqlite') return
  const silo = await siloId(services, 'main')
  const group = crypto.randomUUID()
  const queries: UserQuery[] = [{}, { nameContains: 'ada' }, { group }, { nameContains: 'ada', group }]
  for (const query of queries) {
    const plan = await explain(
      services,
      idsOfUsers(systemContext(services, 'test'), silo, query).orderBy('id').limit(10),
    )
    expect(plan).toMatch(/silo_user USING COVERING INDEX silo_user_by_names/)
    expect(plan).not.toMatch(/SCAN|USING INDEX|TEMP B-TREE/)
  }
})

test('finds members of a group by a part of a name, page by page', async () => {
  const scim = await openScimSilo(world, 'cloud')
  const ids: string[] = []
  for (const name of ['ada', 'adam', 'bob', 'Nadal'])
    ids.push(await scim.addUser(name, { displayName: name }))
  await scim.addUser('adalbert', {})
  const group = { schemas: [GROUP], displayName: 'crew', members: ids.map((value) => ({ value })) }
  const { body } = await scim.ask('POST', '/Groups', group)
  const ann = await sessionOf(
    world.services,
    await addUser(world.services, 'cloud', 'ann', { silo: 'admin' }),
  )
  const found: string[] = []
  for (let page = ''; ;) {
    const path = `/v1/users?group=${body.id}&name_contains=ADA&limit=2${page}`
    const { body: some } = await world.ask('GET', path, undefined, ann)
    if (some.items.length === 0) break
    expect(some.items.length).toBeLessThanOrEqual(2)
    found.push(...some.items.map((user: { display_name: string }) => user.display_name))
    page = `&page_token=${some.next_page}`
  }
  expect(found.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['Nadal', 'ada', 'adam'])
})
