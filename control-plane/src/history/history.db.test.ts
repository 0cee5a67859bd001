import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  for (const name of ['ada', 'bea']) await addUser(world.services, 'main', name, {})
  id = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id
  await world.ask('PUT', '/v1/projects/shop', { name: 'store', description: 'ours' })
})
afterAll(() => world.close())

// oxlint-disable-next-line typescript/no-explicit-any -- bodies differ by operation
type Body = any

const historyOf = async (resource: string, as?: string, query = '') =>
  (await world.ask('GET', `/experimental/v1/history/${resource}${query}`, undefined, as)).body
const grant = (...names: [string, string][]) =>
  Promise.all(
    names.map(async ([name, role]) => ({
      identity_id: (
        await world.services.db
          .selectFrom('silo_user')
          .select('id')
          .where('external_id', '=', name)
          .executeTakeFirstOrThrow()
      ).id,
      identity_type: 'silo_user',
      role_name: role,
    })),
  ).then((role_assignments) => world.ask('PUT', `/v1/projects/${id}/policy`, { role_assignments }))

test('lists who changed what, newest first, with both values and the address', async () => {
  const { items, next_before: nextBefore, kept_since: keptSince } = await historyOf(id)
  expect(items.map(({ operation, action }: Body) => [operation, action])).toEqual([
    ['project_update', 'updated'],
    ['project_create', 'created'],
  ])
  expect(items[0]).toMatchObject({
    kind: 'project',
    name: 'store',
    actor_kind: 'user',
    actor_name: 'admin',
    source_ip: '0.0.0.0',
    changed: [
      { field: 'name', before: '"shop"', after: '"store"' },
      { field: 'description', before: '""', after: '"ours"' },
    ],
  })
  expect(items[1].changed).toEqual([
    { field: 'name', before: null, after: '"shop"' },
    { field: 'description', before: null, after: '""' },
  ])
  expect(nextBefore).toBeNull()
  expect(Date.parse(keptSince)).toBeLessThan(Date.now() - 89 * 86_400_000)
})

test('shows nothing of a resource that the caller cannot read, nor after the loss of a role', async () => {
  const cookie = await world.signIn('ada', 'ada')
  expect((await historyOf(id, cookie)).items).toEqual([])
  await grant(['ada', 'viewer'])
  // The policy of a project is a part of its history.
  expect((await historyOf(id, cookie)).items.map(({ kind }: Body) => kind)).toEqual([
    'project-policy',
    'project',
    'project',
  ])
  await grant()
  expect((await historyOf(id, cookie)).items).toEqual([])
})

test('a user sees the addresses of their own changes only', async () => {
  await grant(['ada', 'admin'], ['bea', 'admin'])
  const ada = await world.signIn('ada', 'ada')
  const bea = await world.signIn('bea', 'bea')
  const { body } = await world.ask('POST', `/v1/vpcs?project=${id}`, vpc, ada)
  expect((await historyOf(body.id, ada)).items).toMatchObject([{ actor_name: 'ada', source_ip: '0.0.0.0' }])
  expect((await historyOf(body.id, bea)).items).toMatchObject([
    { actor_name: 'ada', source_ip: null, user_agent: null },
  ])
})

const vpc = { name: 'net', description: '', dns_name: 'net' }

test('goes on page by page', async () => {
  const { body } = await world.ask('POST', '/v1/projects', { name: 'long', description: '' })
  for (let at = 0; at < 60; at++) await world.ask('PUT', '/v1/projects/long', { description: `v${at}` })
  const first = await historyOf(body.id)
  const second = await historyOf(body.id, undefined, `?before=${first.next_before}`)
  expect([first.items.length, second.items.length, second.next_before]).toEqual([50, 11, null])
  expect(second.items[0].changed).toEqual([{ field: 'description', before: '"v8"', after: '"v9"' }])
})

test('shows the whole of a deleted resource, also to users who could read it', async () => {
  const { body } = await world.ask('POST', '/v1/me/ssh-keys', {
    name: 'mine',
    description: '',
    public_key: PUBLIC_KEY,
  })
  await world.ask('DELETE', '/v1/me/ssh-keys/mine')
  expect((await historyOf(body.id)).items.map(({ action }: Body) => action)).toEqual(['deleted', 'created'])
  expect((await historyOf(body.id, await world.signIn('ada', 'ada'))).items).toEqual([])
})
