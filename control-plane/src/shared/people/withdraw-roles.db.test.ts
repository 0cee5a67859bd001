import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, siloId } from '../../../test/people.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { WITHDRAWN_AT_ONCE } from '../../kinds/withdrawn-roles.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { withdrawRemaining } from './withdraw-roles.ts'

/** Two portions and a part of one. */
const MANY = 2 * WITHDRAWN_AT_ONCE + 10
let world: World
let ada: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { db } = world.services
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const project = await db.selectFrom('project').selectAll().executeTakeFirstOrThrow()
  const projects = Array.from({ length: MANY }, (_, at) => ({
    ...project,
    id: crypto.randomUUID(),
    name: `p-${at}`,
  }))
  for (const some of chunks(projects)) await db.insertInto('project').values(some).execute()
  ada = await addUser(world.services, 'main', 'ada', { silo: 'viewer' })
  const role = {
    resource_kind: 'project',
    identity_kind: 'silo_user',
    identity_id: ada,
    role: 'viewer',
  } as const
  for (const some of chunks(projects))
    await db
      .insertInto('role_assignment')
      .values(some.map(({ id }) => ({ ...role, resource_id: id })))
      .execute()
})
afterAll(() => world.close())

async function left(): Promise<number> {
  const rows = world.services.db.selectFrom('role_assignment').select('role').where('identity_id', '=', ada)
  return (await rows.execute()).length
}
const logged = (kind: 'silo-policy' | 'project-policy') =>
  world.services.db
    .selectFrom('change_log')
    .select(['resource_id', 'before', 'after'])
    .where('kind', '=', kind)
    .where('before', 'like', `%${ada}%`)
    .execute()

test('deleting a user of many policies withdraws the roles in portions, that in the silo first', async () => {
  const silo = await siloId(world.services)
  const path = `/v1/system/identity-providers/local/users/${ada}?silo=main`
  expect((await world.ask('DELETE', path)).status).toBe(204)
  expect((await logged('silo-policy')).map(({ resource_id }) => resource_id)).toEqual([silo])
  expect(await left()).toBe(MANY + 1 - WITHDRAWN_AT_ONCE)
  // The rest is a task, which a restart continues.
  const task = world.services.db.selectFrom('task').select('key').where('kind', '=', 'withdraw-roles')
  expect(await task.execute()).toEqual([{ key: ada }])
  expect(await withdrawRemaining(world.services, ada)).toEqual({ again: 0 })
  expect(await withdrawRemaining(world.services, ada)).toBeUndefined()
  expect(await left()).toBe(0)
  const entries = await logged('project-policy')
  expect(new Set(entries.map(({ resource_id }) => resource_id)).size).toBe(MANY)
  expect(entries.every(({ after }) => !after!.includes(ada))).toBe(true)
})

test('the roles of a user who exists stay', async () => {
  const bob = await addUser(world.services, 'main', 'bob', { silo: 'viewer' })
  expect(await withdrawRemaining(world.services, bob)).toBeUndefined()
  const roles = world.services.db.selectFrom('role_assignment').select('role').where('identity_id', '=', bob)
  expect(await roles.execute()).toHaveLength(1)
})
