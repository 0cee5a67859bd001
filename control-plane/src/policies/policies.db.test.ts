import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGroup, addSilo, addUser, siloId } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let admin: string
let ann: string
let team: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  admin = (await world.ask('GET', '/v1/me')).body.id as string
  ann = await addUser(world.services, 'main', 'ann')
  team = await addGroup(world.services, 'main', 'team', [ann])
  await addSilo(world.services, 'elsewhere')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const user = (identity_id: string, role_name: string) => ({
  identity_id,
  identity_type: 'silo_user',
  role_name,
})
const group = (identity_id: string, role_name: string) => ({
  identity_id,
  identity_type: 'silo_group',
  role_name,
})
const PATHS = [
  '/v1/system/policy',
  '/v1/policy',
  '/v1/system/silos/main/policy',
  '/v1/projects/shop/policy',
] as const
const put = (path: string, role_assignments: object[], as?: string) =>
  world.ask('PUT', path, { role_assignments }, as)

test.each(PATHS)('%s is replaced as a whole, and sorted by role and then by identity', async (path) => {
  const wanted = [
    user(ann, 'viewer'),
    group(team, 'viewer'),
    user(ann, 'collaborator'),
    user(admin, 'admin'),
    group(team, 'admin'),
  ]
  const byRole = (a: (typeof wanted)[number], b: (typeof wanted)[number]) =>
    a.role_name.localeCompare(b.role_name) || (a.identity_id < b.identity_id ? -1 : 1)
  const answer = await put(path, wanted)
  expect(answer).toMatchObject({ status: 200, body: { role_assignments: wanted.toSorted(byRole) } })
  expect((await world.ask('GET', path)).body).toEqual(answer.body)
  const less = await put(path, [user(admin, 'admin')])
  expect(less.body).toEqual({ role_assignments: [user(admin, 'admin')] })
  expect((await world.ask('GET', path)).body).toEqual(less.body)
})

test("the policy of the caller's own silo has two addresses", async () => {
  await put('/v1/policy', [user(admin, 'admin'), user(ann, 'viewer')])
  expect((await world.ask('GET', '/v1/system/silos/main/policy')).body.role_assignments).toHaveLength(2)
})

test.each(PATHS)('%s: refuses a duplicate role for one identity, and more than 64 rows', async (path) => {
  const twice = await put(path, [user(admin, 'admin'), user(ann, 'viewer'), user(ann, 'viewer')])
  expect(twice).toMatchObject({
    status: 400,
    body: {
      message: `unable to parse JSON body: role_assignments: role "viewer" is assigned to ${ann} more than once`,
    },
  })
  const many = await put(
    path,
    Array.from({ length: 65 }, () => user(crypto.randomUUID(), 'viewer')),
  )
  expect(many).toMatchObject({
    status: 400,
    body: {
      message:
        'unable to parse JSON body: role_assignments: invalid length 65, expected a list of at most 64 role assignments',
    },
  })
})

test('accepts 64 rows', async () => {
  const users = await Promise.all(
    Array.from({ length: 63 }, (_, at) => addUser(world.services, 'main', `many-${at}`)),
  )
  const { status, body } = await put('/v1/policy', [
    user(admin, 'admin'),
    ...users.map((id) => user(id, 'viewer')),
  ])
  expect({ status, rows: body.role_assignments?.length }).toEqual({ status: 200, rows: 64 })
})

test.each(PATHS)('%s: refuses an unknown user or group, with the position of the row', async (path) => {
  const before = (await world.ask('GET', path)).body
  const nobody = crypto.randomUUID()
  expect(await put(path, [user(admin, 'admin'), user(nobody, 'viewer')])).toMatchObject({
    status: 400,
    body: {
      error_code: 'InvalidValue',
      message: expect.stringContaining(
        `unsupported value for "role_assignments[1].identity_id": there is no user with id "${nobody}"`,
      ),
    },
  })
  // The id of a user is not accepted for a group.
  expect(await put(path, [user(admin, 'admin'), group(ann, 'viewer')])).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`there is no group with id "${ann}"`) },
  })
  expect((await world.ask('GET', path)).body).toEqual(before)
})

test("another silo's users are unknown in a silo and in a project, and known in the fleet", async () => {
  const stranger = await addUser(world.services, 'elsewhere', 'stranger')
  const wanted = [user(admin, 'admin'), user(stranger, 'viewer')]
  for (const path of ['/v1/policy', '/v1/projects/shop/policy'])
    expect(await put(path, wanted)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(`there is no user with id "${stranger}" in the silo`) },
    })
  expect((await put('/v1/system/policy', wanted)).status).toBe(200)
})

test('keeps the assignments of a deleted user, but adds none', async () => {
  await put('/v1/policy', [user(admin, 'admin')])
  const gone = await addUser(world.services, 'main', 'gone', { silo: 'viewer' })
  await world.services.db.deleteFrom('silo_user').where('id', '=', gone).execute()
  const kept = [user(admin, 'admin'), user(ann, 'viewer'), user(gone, 'viewer')]
  expect((await put('/v1/policy', kept)).body.role_assignments).toHaveLength(3)
  expect((await put('/v1/policy', [user(admin, 'admin'), user(gone, 'collaborator')])).status).toBe(400)
  expect((await put('/v1/policy', [user(admin, 'admin')])).status).toBe(200)
  expect((await put('/v1/policy', [user(admin, 'admin'), user(gone, 'viewer')])).status).toBe(400)
})

test('each level accepts its own roles only', async () => {
  expect((await put('/v1/system/policy', [user(admin, 'limited_collaborator')])).status).toBe(400)
  expect((await put('/v1/projects/shop/policy', [user(ann, 'limited_collaborator')])).status).toBe(200)
  expect((await put('/v1/projects/shop/policy', [user(ann, 'owner')])).status).toBe(400)
})

test('a role takes effect with the next request, and so does its removal', async () => {
  const cookie = await world.signIn('ann', 'ann')
  const shop = () => world.ask('GET', '/v1/projects/shop', undefined, cookie)
  await put('/v1/projects/shop/policy', [])
  expect((await shop()).status).toBe(404)
  await put('/v1/projects/shop/policy', [group(team, 'viewer')])
  expect((await shop()).status).toBe(200)
  await put('/v1/projects/shop/policy', [])
  expect((await shop()).status).toBe(404)
})

test('logs a change with the policy before it, and logs nothing without a change', async () => {
  await put('/v1/projects/shop/policy', [])
  const log = () =>
    world.services.db
      .selectFrom('change_log')
      .selectAll()
      .where('kind', '=', 'project-policy')
      .orderBy('seq')
      .execute()
  const count = (await log()).length
  await put('/v1/projects/shop/policy', [])
  expect(await log()).toHaveLength(count)
  await put('/v1/projects/shop/policy', [user(ann, 'viewer')])
  const row = (await log())[count]!
  expect(row).toMatchObject({
    action: 'updated',
    name: 'shop',
    silo_id: await siloId(world.services),
    project_id: row.resource_id,
    before: '{"roleAssignments":[]}',
    actor_id: admin,
  })
  expect(JSON.parse(row.after!)).toEqual({
    roleAssignments: [{ identityId: ann, identityType: 'silo_user', roleName: 'viewer' }],
  })
})
