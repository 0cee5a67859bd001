import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { newSilo } from '../../test/silos.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'

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
  const own = { actor_name: 'ada', source_ip: '0.0.0.0' }
  const other = { actor_name: 'ada', source_ip: null, user_agent: null }
  // Of the VPC and of its firewall rules.
  expect((await historyOf(body.id, ada)).items).toMatchObject([own, own])
  expect((await historyOf(body.id, bea)).items).toMatchObject([other, other])
})

const vpc = { name: 'net', description: '', dns_name: 'net' }

test('users of another silo see neither the operator who changed it nor their address', async () => {
  const { body } = await world.ask('POST', '/v1/system/silos', newSilo('clinic'))
  const zed = await addUser(world.services, 'clinic', 'zed', { silo: 'admin' })
  const zoe = await addUser(world.services, 'clinic', 'zoe')
  const hidden = { actor_kind: 'user', actor_id: null, actor_name: null, source_ip: null, user_agent: null }
  const historyFor = async (name: string) =>
    (await historyOf(body.id, await world.signIn(name, name, 'clinic'))).items
  expect((await historyFor('zoe')).map(({ kind }: Body) => kind)).toContain('silo')
  for (const name of ['zoe', 'zed'])
    for (const item of await historyFor(name)) expect(item).toMatchObject(hidden)
  expect((await historyOf(body.id)).items[0]).toMatchObject({ actor_name: 'admin', source_ip: '0.0.0.0' })

  const ofZed = await world.signIn('zed', 'zed', 'clinic')
  const role_assignments = [assignment(zed, 'admin'), assignment(zoe, 'viewer')]
  await world.ask('PUT', '/v1/policy', { role_assignments }, ofZed)
  const [own] = await historyFor('zoe')
  expect(own).toMatchObject({ kind: 'silo-policy', actor_id: zed, actor_name: 'zed', source_ip: null })
  await world.services.db.deleteFrom('audit_log').execute()
  expect((await historyFor('zoe'))[0]).toMatchObject({ actor_id: zed, actor_name: 'zed' })
})

const assignment = (id: string, role: string) => ({
  identity_id: id,
  identity_type: 'silo_user',
  role_name: role,
})

test('goes on page by page', async () => {
  const { body } = await world.ask('POST', '/v1/projects', { name: 'long', description: '' })
  for (let at = 0; at < 60; at++) await world.ask('PUT', '/v1/projects/long', { description: `v${at}` })
  const first = await historyOf(body.id)
  const second = await historyOf(body.id, undefined, `?before=${first.next_before}`)
  expect([first.items.length, second.items.length, second.next_before]).toEqual([50, 11, null])
  expect(second.items[0].changed).toEqual([{ field: 'description', before: '"v8"', after: '"v9"' }])
})

test('goes on after a page of changes that the caller cannot read', async () => {
  const { body } = await world.ask('POST', '/v1/projects', { name: 'moved', description: '' })
  for (let at = 0; at < 60; at++) await world.ask('PUT', '/v1/projects/moved', { description: `v${at}` })
  const setKind = (kind: string) =>
    rawWriter(world.services).updateTable('change_log').set({ kind }).where('resource_id', '=', body.id)
  // The keys of other users are hidden from everybody.
  await setKind('ssh-key').where('action', '=', 'updated').execute()
  const { items, next_before: nextBefore } = await historyOf(body.id)
  expect(items.map(({ action }: Body) => action)).toEqual(['created'])
  expect(nextBefore).toBeNull()
  await setKind('ssh-key').execute()
  expect(await historyOf(body.id)).toMatchObject({ items: [], next_before: null })
  await setKind('project').execute()
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
