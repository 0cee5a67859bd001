import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGroup, addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let ids: Record<'admin' | 'ann' | 'ben' | 'team' | 'empty' | 'stranger', string>
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services, ask } = world
  const admin = (await ask('GET', '/v1/me')).body.id as string
  const ann = await addUser(services, 'main', 'ann')
  const ben = await addUser(services, 'main', 'ben')
  const team = await addGroup(services, 'main', 'team', [ann, ben])
  const empty = await addGroup(services, 'main', 'empty')
  await addSilo(services, 'elsewhere')
  const stranger = await addUser(services, 'elsewhere', 'stranger')
  ids = { admin, ann, ben, team, empty, stranger }
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const put = (path: string, ...rows: [id: keyof typeof ids, role: string][]) =>
  world.ask('PUT', path, {
    role_assignments: rows.map(([id, role_name]) => ({
      identity_id: ids[id],
      identity_type: id === 'team' || id === 'empty' ? 'silo_group' : 'silo_user',
      role_name,
    })),
  })

test('access to a project lists users and groups with the sources of their roles, groups first', async () => {
  await put('/v1/policy', ['admin', 'admin'], ['team', 'viewer'])
  await put('/v1/projects/shop/policy', ['ann', 'collaborator'], ['team', 'admin'], ['empty', 'viewer'])
  const { status, body } = await world.ask('GET', '/experimental/v1/projects/shop/access')
  expect(status).toBe(200)
  expect(
    body.rows.map((row: { display_name: string; member_count: number | null; grants: object[] }) => [
      row.display_name,
      row.member_count,
      row.grants,
    ]),
  ).toEqual([
    ['empty', 0, [{ level: 'project', role_name: 'viewer', group_id: null, group_name: null }]],
    [
      'team',
      2,
      [
        { level: 'project', role_name: 'admin', group_id: null, group_name: null },
        { level: 'silo', role_name: 'viewer', group_id: null, group_name: null },
      ],
    ],
    ['admin', null, [{ level: 'silo', role_name: 'admin', group_id: null, group_name: null }]],
    [
      'ann',
      null,
      [
        { level: 'project', role_name: 'admin', group_id: ids.team, group_name: 'team' },
        { level: 'project', role_name: 'collaborator', group_id: null, group_name: null },
        { level: 'silo', role_name: 'viewer', group_id: ids.team, group_name: 'team' },
      ],
    ],
  ])
})

test('access to the silo leaves out roles on projects', async () => {
  await put('/v1/policy', ['admin', 'admin'], ['team', 'viewer'])
  const { body } = await world.ask('GET', '/experimental/v1/access')
  expect(body.rows.map((row: { display_name: string }) => row.display_name)).toEqual(['team', 'admin'])
})

test('access to the fleet names users of every silo to callers who may see them, and the mapped roles', async () => {
  await put('/v1/system/policy', ['admin', 'admin'], ['stranger', 'viewer'], ['ann', 'viewer'])
  await world.services.db
    .updateTable('silo')
    .set({ mapped_fleet_roles: JSON.stringify({ viewer: ['viewer'], admin: ['collaborator', 'admin'] }) })
    .where('name', '=', 'elsewhere')
    .execute()
  const read = async (as?: string) => {
    const { body } = await world.ask('GET', '/experimental/v1/system/access', undefined, as)
    const named = body.rows.map((row: { display_name: string; silo_name: string }) => [
      row.display_name,
      row.silo_name,
    ])
    return { named, mappings: body.mappings }
  }
  const { named, mappings } = await read()
  expect(named).toEqual([
    ['admin', 'main'],
    ['ann', 'main'],
    ['stranger', 'elsewhere'],
  ])
  expect(
    mappings.map((row: Record<string, string>) => [row.silo_name, row.silo_role, row.fleet_role]),
  ).toEqual([
    ['elsewhere', 'admin', 'admin'],
    ['elsewhere', 'admin', 'collaborator'],
    ['elsewhere', 'viewer', 'viewer'],
  ])
  const viewer = await read(await world.signIn('ann', 'ann'))
  expect(viewer.named).toContainEqual([null, null])
  expect(viewer.named).not.toContainEqual(['stranger', 'elsewhere'])
})
