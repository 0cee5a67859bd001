import { afterAll, beforeAll, test } from 'vitest'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { loggedCases } from '../../test/logged-cases.ts'
import { loggedNetworking } from '../../test/logged-networking.ts'
import { openLogged, requestsTo } from '../../test/logged-world.ts'
import type { World } from '../../test/world.ts'

// Creates, updates and deletes one resource of each kind through the API, and compares each log entry with the API's
// answer.

let world: World
const requests = requestsTo(() => world)
const { ask, get } = requests
beforeAll(async () => {
  world = await openLogged()
})
afterAll(() => world.close())

const cases = { ...loggedCases(requests), ...loggedNetworking(requests) }

test.each(Object.entries(cases))('%s', async (kind, one) => {
  const [path, body] = one.create
  const created = await ask('POST', path, await body())
  const { id } = created.body
  const subject = { kind, id, read: () => (one.read ?? ((each: string) => get(one.at(each))))(id) }
  await expectLogged(world, subject, 'created', created)
  if (one.update) {
    const [method, at, change] = one.update
    await expectLogged(world, subject, 'updated', await ask(method, at(id), change))
  }
  await one.settle?.()
  const before = await subject.read()
  await expectRemoved(world, subject, before, await ask('DELETE', one.at(id)))
})
