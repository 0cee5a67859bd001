import { afterEach, beforeEach, expect, test } from 'vitest'
import { addGroup, addUser } from '../../test/people.ts'
import { newSilo, siloRows } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'
import { PEOPLE_AT_ONCE } from '../kinds/silo-people.ts'
import { chunks } from '../kit/base/chunks.ts'
import { continueDeletion } from './delete.ts'

/** Two portions and a part of one. */
const MANY = 2 * PEOPLE_AT_ONCE + 10
let world: World
let before: Awaited<ReturnType<typeof siloRows>>
let id: string
let cookie: string
beforeEach(async () => {
  // No worker runs: the tests carry out the task themselves, which is also what follows a kill.
  world = await openWorld({ started: false })
  before = await siloRows(world)
  id = (await world.ask('POST', '/v1/system/silos', newSilo('eng'))).body.id
  const anna = await addUser(world.services, 'eng', 'anna', { silo: 'admin', fleet: 'admin' })
  cookie = await world.signIn('anna', 'anna', 'eng')
  const { db } = world.services
  const user = await db.selectFrom('silo_user').selectAll().where('id', '=', anna).executeTakeFirstOrThrow()
  const users = Array.from({ length: MANY - 1 }, (_, at) => ({
    ...user,
    id: crypto.randomUUID() as string,
    external_id: `user-${at}`,
  }))
  for (const some of chunks(users)) await db.insertInto('silo_user').values(some).execute()
  await addGroup(
    world.services,
    'eng',
    'team',
    users.map((one) => one.id),
  )
})
afterEach(() => world.close())

const remove = () => world.ask('DELETE', '/v1/system/silos/eng')
const left = async () =>
  (await world.services.db.selectFrom('silo_user').select('id').where('silo_id', '=', id).execute()).length
const logged = async () =>
  world.services.db
    .selectFrom('change_log')
    .select('action')
    .where('resource_id', '=', id)
    .orderBy('seq')
    .execute()

test('deleting a silo with many users deletes a portion, and a task the others and the silo', async () => {
  expect((await remove()).status).toBe(204)
  expect(await left()).toBe(MANY - PEOPLE_AT_ONCE)
  const task = world.services.db.selectFrom('task').select('key').where('kind', '=', 'delete-silo')
  expect(await task.execute()).toEqual([{ key: id }])
  expect(await continueDeletion(world.services, id)).toEqual({ again: 0 })
  expect(await left()).toBe(MANY - 2 * PEOPLE_AT_ONCE)
  expect(await continueDeletion(world.services, id)).toBeUndefined()
  expect(await siloRows(world)).toEqual(before)
  expect((await logged()).at(-1)).toEqual({ action: 'deleted' })
  expect(await continueDeletion(world.services, id)).toBeUndefined()
})

test('from the first portion on, nobody in the silo may do anything, and lists omit it', async () => {
  expect((await remove()).status).toBe(204)
  // Anna may be among the first ones that were deleted.
  const project = await world.ask('POST', '/v1/projects', { name: 'shop', description: '' }, cookie)
  expect([401, 403]).toContain(project.status)
  expect([401, 403]).toContain((await world.ask('GET', '/v1/system/policy', undefined, cookie)).status)
  const { items } = (await world.ask('GET', '/v1/system/silos')).body
  expect(items.map(({ name }: { name: string }) => name)).not.toContain('eng')
  const fleet = (await world.ask('GET', '/v1/system/policy')).body.role_assignments
  expect(fleet).toHaveLength(1)
})

test('no project is created in a silo that is being deleted, also by a request that was admitted before', async () => {
  const project = { name: 'shop', description: '' }
  const [removed, created] = await Promise.all([remove(), world.ask('POST', '/v1/projects', project, cookie)])
  const { db } = world.services
  const projects = await db.selectFrom('project').select('id').where('silo_id', '=', id).execute()
  // Which one comes first is up to the database.
  expect([created.status, projects.length]).toEqual(
    removed.status === 204 ? [expect.not.toBeOneOf([201]), 0] : [201, 1],
  )
})

test('a silo stays if something was created in it while its users were deleted', async () => {
  expect((await remove()).status).toBe(204)
  const { db } = world.services
  const time = { time_created: '', time_modified: '' }
  await db
    .insertInto('project')
    .values({ ...time, id: crypto.randomUUID(), name: 'shop', description: '', silo_id: id })
    .execute()
  await expect(continueDeletion(world.services, id)).rejects.toThrow('contains a project')
})

test('is refused as a whole if the fleet would lose its last admins', async () => {
  const { db } = world.services
  await db.deleteFrom('role_assignment').where('resource_id', '=', 'fleet').execute()
  const anna = await db
    .selectFrom('silo_user')
    .select('id')
    .where('external_id', '=', 'anna')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: 'fleet',
      resource_kind: 'fleet',
      identity_kind: 'silo_user',
      identity_id: anna.id,
      role: 'admin',
    })
    .execute()
  expect((await world.ask('DELETE', '/v1/system/silos/eng', undefined, cookie)).body.message).toMatch(
    /^the fleet would be left without an admin/,
  )
  expect(await left()).toBe(MANY)
})
