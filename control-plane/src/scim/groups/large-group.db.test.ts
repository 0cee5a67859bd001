import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countedResults } from '../../../test/counted-results.ts'
import { GROUP, openScimSilo, type ScimClient } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { inTransaction, outerContext } from '../../kit/resources/transaction.ts'
import { newTrail } from '../../kit/log/trail.ts'
import { provisionerOf } from '../http/caller.ts'
import { createOne, patchOne, replaceOne } from '../http/resources.ts'
import { groups } from './collection.ts'

const MANY = 2_000
/** The statements of the largest change: those that count, and one for each 500 members that it checks. */
const MAX_STATEMENTS = 30 + MANY / 500

let world: World
let scim: ScimClient
let group: string
const ids: string[] = []
beforeAll(async () => {
  world = await openWorld({ started: false })
  scim = await openScimSilo(world, 'cloud')
  const { db, clock } = world.services
  const time = clock.now().toISOString()
  for (let at = 0; at < MANY; at++) ids.push(crypto.randomUUID())
  const common = { silo_id: scim.siloId }
  for (const some of chunks(ids)) {
    const users = some.map((id) => ({
      id,
      external_id: id,
      display_name: `User ${id}`,
      password_hash: null,
      time_created: time,
      time_modified: time,
      ...common,
    }))
    const own = { external_id: null, attributes: '{}', revision: 1, ...common }
    await db.insertInto('silo_user').values(users).execute()
    await db
      .insertInto('scim_user')
      .values(some.map((user_id) => ({ user_id, user_name: user_id, ...own })))
      .execute()
  }
})
afterAll(() => world.close())
let made = 0
beforeEach(async () => {
  group = await scim.addGroup(`crew-${++made}`)
})

const put = (members: readonly string[], headers = {}) =>
  scim.ask('PUT', `/Groups/${group}`, { schemas: [GROUP], displayName: `crew-${made}`, members }, headers)
const add = (...members: string[]) =>
  scim.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: members })
const membersOf = async () =>
  ((await scim.ask('GET', `/Groups/${group}`)).body.members ?? []).map(
    ({ value }: { value: string }) => value,
  )
const sorted = (list: readonly string[]) => list.toSorted()

const requestWith = (headers: Record<string, string>) =>
  new Request(`http://test/scim/v2/Groups/${group}`, {
    headers: { authorization: `Bearer ${scim.token}`, ...headers },
  })

/** Prepares a change of the group. @returns a function that runs its transaction. */
async function prepared(
  prepare: typeof replaceOne,
  body: object,
  headers: Record<string, string> = {},
): Promise<() => Promise<unknown>> {
  const request = requestWith(headers)
  const url = new URL(request.url)
  const context = outerContext(world.services, {
    operation: 'test',
    goesOn: false,
    requestId: crypto.randomUUID(),
    actor: null,
    trail: newTrail(),
    provisioner: await provisionerOf(world.services, request),
  })
  const one = { collection: groups, id: group, request, url, base: 'http://test/scim/v2' }
  const write = await prepare(context, one, body)
  return () => inTransaction(context, write)
}

test('reads, compares and writes many members in few statements', async () => {
  expect(await countedResults(world, () => put(ids))).toBeLessThan(MAX_STATEMENTS)
  expect(sorted(await membersOf())).toEqual(sorted(ids))
  expect(await countedResults(world, () => put(ids.slice(1)))).toBeLessThan(30)
  expect(await countedResults(world, () => put([]))).toBeLessThan(30)
  expect(await membersOf()).toEqual([])
})

test('logs one change for many members', async () => {
  await put(ids)
  const entries = world.services.db.selectFrom('change_log').select('action').where('resource_id', '=', group)
  expect((await entries.execute()).map(({ action }) => action)).toEqual(['created', 'updated'])
})

test('leaves out attributes of many members', async () => {
  await put(ids)
  const get = async (query: string) => (await scim.ask('GET', `/Groups/${group}?${query}`)).body
  expect(await get('excludedAttributes=members')).not.toHaveProperty('members')
  expect(await get('attributes=displayName')).toEqual({
    schemas: [GROUP],
    id: group,
    displayName: `crew-${made}`,
  })
  expect((await get('attributes=members.value')).members.map(Object.keys)).toEqual(ids.map(() => ['value']))
})

test('of PUTs at the same time, one is the last', async () => {
  const lists = [ids.slice(0, 200), ids.slice(100, 400), [], ids.slice(390, 500)]
  const answers = await Promise.all(lists.map((list) => put(list)))
  expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200))
  expect(lists.map(sorted)).toContainEqual(sorted(await membersOf()))
})

test('a change of another request before the transaction is no part of a PUT', async () => {
  await put(ids.slice(50, 80))
  const members = ids.slice(0, 200)
  const write = await prepared(replaceOne, { schemas: [GROUP], displayName: `crew-${made}`, members })
  await add(...ids.slice(100, 400))
  await write()
  expect(sorted(await membersOf())).toEqual(sorted(members))
})

const adding = (members: readonly string[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path: 'members', value: members }],
})

const withMembers = (members: readonly string[]) => ({
  schemas: [GROUP],
  displayName: `crew-${made}`,
  members,
})

test('refuses members that are not users of the silo before the transaction', async () => {
  const other = await openScimSilo(world, 'other')
  for (const stranger of [crypto.randomUUID(), await other.addUser('eve')])
    for (const [prepare, displayName] of [
      [replaceOne, `crew-${made}`],
      [createOne, 'new crew'],
    ] as const) {
      const body = { ...withMembers([...ids.slice(0, 600), stranger]), displayName }
      await expect(prepared(prepare, body)).rejects.toMatchObject({
        status: 400,
        message: 'members has an id that no user of the silo has',
      })
    }
})

test('refuses a member that is deleted between the check and the transaction', async () => {
  const gone = await scim.addUser('gone')
  const writes = [
    await prepared(replaceOne, withMembers([...ids.slice(0, 600), gone])),
    await prepared(createOne, { ...withMembers([gone]), displayName: 'new crew' }),
    await prepared(patchOne, adding([gone])),
  ]
  await scim.ask('DELETE', `/Users/${gone}`)
  for (const write of writes)
    await expect(write()).rejects.toMatchObject({
      status: 400,
      message: 'members has an id that no user of the silo has',
    })
  expect(await membersOf()).toEqual([])
})

test('a new name of a group is a change of each member, once', async () => {
  await put(ids.slice(0, 3))
  const versions = async () =>
    Promise.all(ids.slice(0, 5).map(async (id) => (await scim.ask('GET', `/Users/${id}`)).body.meta.version))
  const revisions = (await versions()).map((version) => Number(/\d+/.exec(version)![0]))
  await scim.ask('PUT', `/Groups/${group}`, {
    ...withMembers(ids.slice(1, 4)),
    displayName: `renamed-${made}`,
  })
  const next = revisions.map((revision, at) => `W/"${at < 4 ? revision + 1 : revision}"`)
  expect(await versions()).toEqual(next)
})

test('a PATCH adds its members to those of a change before its transaction', async () => {
  await put(ids.slice(50, 80))
  const write = await prepared(patchOne, adding(ids.slice(0, 200)))
  await put(ids.slice(300, 310))
  await write()
  expect(sorted(await membersOf())).toEqual(sorted([...ids.slice(0, 200), ...ids.slice(300, 310)]))
})

test('a PATCH of the version before a change is refused in its transaction', async () => {
  const etag = (await put([])).headers.get('etag')!
  const write = await prepared(patchOne, adding(ids.slice(0, 200)), { 'if-match': etag })
  await put([ids[0]!])
  await expect(write()).rejects.toMatchObject({ status: 412 })
  expect(await membersOf()).toEqual([ids[0]])
})
