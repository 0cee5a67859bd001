import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, sessionOf } from '../../../test/people.ts'
import { PUBLIC_KEY } from '../../../test/ssh-key.ts'
import { samlProviderRow } from '../../../test/saml.ts'
import { ENTERPRISE, openScimSilo, type ScimClient, USER } from '../../../test/scim.ts'
import { lastChange } from '../../../test/change-log.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { userNamed } from '../../kinds/scim-user.ts'

let world: World
let scim: ScimClient
beforeAll(async () => {
  world = await openWorld({ started: false })
  scim = await openScimSilo(world, 'cloud')
})
afterAll(() => world.close())

const whole = {
  schemas: [USER, ENTERPRISE],
  externalId: 'ext-7',
  userName: 'Grace@Navy.test',
  name: { givenName: 'Grace', familyName: 'Hopper' },
  displayName: 'Grace Hopper',
  active: true,
  emails: [{ value: 'grace@navy.test', type: 'work', primary: true }],
  [ENTERPRISE]: { department: 'Compilers' },
}
const base = 'http://test/scim/v2/Users'

describe('a user', () => {
  let id: string
  test('is created: 201, location, and every attribute that is stored', async () => {
    const { status, headers, body } = await scim.ask('POST', '/Users', {
      ...whole,
      id: 'mine',
      password: 'hunter2',
      groups: [{ value: 'g' }],
      meta: { created: 'never' },
      colour: 'red',
    })
    id = body.id
    expect(status).toBe(201)
    expect(headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(headers.get('location')).toBe(`${base}/${id}`)
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(body).toEqual({
      ...whole,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${base}/${id}`,
        version: headers.get('etag'),
      },
    })
    expect((await scim.ask('GET', `/Users/${id}`)).body).toEqual(body)
  })

  test('is a user of the silo, with the best of its names as display name', async () => {
    const cookie = await sessionOf(world.services, id)
    const { body } = await world.ask('GET', '/v1/me', undefined, cookie)
    expect(body).toMatchObject({ id, display_name: 'Grace Hopper', silo_name: 'cloud' })
    const shown = async (more: object) => {
      const user = await scim.addUser(`n-${crypto.randomUUID()}`, more)
      const row = await world.services.db
        .selectFrom('silo_user')
        .selectAll()
        .where('id', '=', user)
        .executeTakeFirstOrThrow()
      return row.display_name
    }
    expect(await shown({ name: { formatted: 'Dr A B' } })).toBe('Dr A B')
    expect(await shown({ name: { givenName: 'A' } })).toBe('A')
    expect(await shown({})).toMatch(/^n-/)
  })

  test('has a unique name, regardless of case', async () => {
    const again = await scim.ask('POST', '/Users', { schemas: [USER], userName: 'GRACE@navy.test' })
    expect(again).toMatchObject({
      status: 409,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
      },
    })
    const other = await scim.addUser('alan')
    const renamed = await scim.patch(`/Users/${other}`, {
      op: 'replace',
      path: 'userName',
      value: 'grace@NAVY.test',
    })
    expect(renamed).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    const respelled = await scim.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'userName',
      value: 'grace@NAVY.test',
    })
    expect(respelled).toMatchObject({ status: 200, body: { userName: 'grace@NAVY.test' } })
  })

  test('is replaced: omitted attributes are deleted, except for active', async () => {
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const { status, body } = await scim.ask('PUT', `/Users/${id}`, {
      schemas: [USER],
      userName: 'grace',
      nickName: 'Amazing',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [USER],
      id,
      userName: 'grace',
      nickName: 'Amazing',
      active: false,
      meta: expect.any(Object),
    })
    expect((await scim.ask('GET', `/Users/${id}`)).body).toEqual(body)
    expect((await scim.ask('PUT', `/Users/${crypto.randomUUID()}`, whole)).status).toBe(404)
  })

  test('is patched', async () => {
    const { status, body } = await scim.patch(
      `/Users/${id}`,
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'X' },
      { op: 'Replace', value: { active: 'True', 'name.givenName': 'G' } },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schemas: [USER, ENTERPRISE],
      active: true,
      name: { givenName: 'G' },
      [ENTERPRISE]: { department: 'X' },
    })
  })

  test('is deleted: 204, then 404', async () => {
    expect(await scim.ask('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null })
    for (const method of ['GET', 'DELETE'])
      expect(await scim.ask(method, `/Users/${id}`)).toMatchObject({
        status: 404,
        body: { status: '404', detail: 'there is no such User' },
      })
    await scim.addUser('grace')
  })
})

test.each([
  ['invalidValue', { schemas: [USER] }],
  ['invalidValue', { schemas: [USER], userName: '' }],
  ['invalidValue', { schemas: [USER], userName: 'x'.repeat(257) }],
  ['invalidValue', { schemas: [USER], userName: 'a\0b' }],
  ['invalidValue', { schemas: [USER], userName: ['a'] }],
  ['invalidValue', { schemas: [USER], userName: 'u', active: 'maybe' }],
  ['invalidValue', { schemas: [USER], userName: 'u', name: 'Ada' }],
  ['invalidValue', { schemas: [USER], userName: 'u', emails: [1] }],
  ['invalidSyntax', { schemas: [USER], userName: 'u', USERNAME: 'v' }],
  ['invalidSyntax', { userName: 'u' }],
  ['invalidSyntax', { schemas: ['urn:other'], userName: 'u' }],
  ['invalidSyntax', []],
  ['invalidSyntax', '{"schemas"'],
])('refuses an invalid user: %s %j', async (scimType, body) => {
  expect(await scim.ask('POST', '/Users', body)).toMatchObject({
    status: 400,
    body: { status: '400', scimType },
  })
})

describe('an inactive user', () => {
  test('loses their sessions and tokens, and cannot sign in', async () => {
    const id = await scim.addUser('leaver')
    const cookie = await sessionOf(world.services, id)
    expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(200)
    const { db } = world.services
    const tokenId = crypto.randomUUID()
    await db
      .insertInto('access_token')
      .values({
        id: tokenId,
        user_id: id,
        token_hash: 'h',
        time_created: '2026-01-01T00:00:00.000Z',
      })
      .execute()
    expect(await userNamed(db, scim.siloId, 'LEAVER')).toMatchObject({ id })

    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(401)
    expect(await db.selectFrom('session').selectAll().where('user_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('access_token').selectAll().where('user_id', '=', id).execute()).toEqual([])
    expect(await userNamed(db, scim.siloId, 'leaver')).toBe(undefined)
    expect((await lastChange(world, 'device-access-token', tokenId)).last).toMatchObject({
      action: 'deleted',
      actor_kind: 'scim',
      before: { siloUserId: id },
    })
    // A session that is created later is invalid too.
    const late = await sessionOf(world.services, id)
    expect((await world.ask('GET', '/v1/me', undefined, late)).status).toBe(401)

    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    expect((await world.ask('GET', '/v1/me', undefined, late)).status).toBe(200)
    expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(401)
  })
})

test('a name of other characters signs nobody in, although it looks the same', async () => {
  const { db } = world.services
  // The Kelvin sign, which is "k" in the form for comparison.
  const mark = await scim.addUser('mark')
  expect(await userNamed(db, scim.siloId, 'MARK')).toMatchObject({ id: mark })
  expect(await userNamed(db, scim.siloId, 'mar\u212a')).toBe(undefined)
  // A provider may write letters and accents apart, if it does so in both places.
  const jose = await scim.addUser('Jose\u0301')
  expect(await userNamed(db, scim.siloId, 'Jose\u0301')).toMatchObject({ id: jose })
  expect(await userNamed(db, scim.siloId, 'jos\u00e9')).toMatchObject({ id: jose })
  expect(await userNamed(db, scim.siloId, 'jose\u0301')).toBe(undefined)
})

test('deleting a user deletes everything that belongs to them', async () => {
  const { db } = world.services
  const id = await scim.addUser('gone')
  await scim.addGroup('Goners', [id])
  const cookie = await sessionOf(world.services, id)
  const key = { name: 'key', description: '', public_key: PUBLIC_KEY }
  expect((await world.ask('POST', '/v1/me/ssh-keys', key, cookie)).status).toBe(201)
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: scim.siloId,
      resource_kind: 'silo',
      identity_kind: 'silo_user',
      identity_id: id,
      role: 'viewer',
    })
    .execute()
  await scim.ask('DELETE', `/Users/${id}`)
  expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(401)
  for (const [table, column] of [
    ['silo_user', 'id'],
    ['scim_user', 'user_id'],
    ['session', 'user_id'],
    ['ssh_key', 'user_id'],
    ['silo_group_member', 'user_id'],
    ['role_assignment', 'identity_id'],
  ] as const) {
    const rows = await db
      .selectFrom(table as 'session')
      .selectAll()
      .where(column as 'user_id', '=', id)
      .execute()
    expect(rows, table).toEqual([])
  }
})

test('the last admin of the fleet can be neither deactivated nor deleted', async () => {
  const admins = await openScimSilo(world, 'admins', { mapped_fleet_roles: '{"admin":["admin"]}' })
  const id = await admins.addUser('boss')
  const { db } = world.services
  // Without an identity provider no user of the silo can sign in, so none counts as an admin.
  const idp = { id: crypto.randomUUID(), name: 'idp', description: '', time_created: '', time_modified: '' }
  await db.insertInto('saml_provider').values(samlProviderRow(admins.siloId, idp)).execute()
  const role = { resource_kind: 'fleet' as const, identity_kind: 'silo_user' as const, role: 'admin' }
  await db.deleteFrom('role_assignment').where('resource_id', '=', 'fleet').execute()
  await db
    .insertInto('role_assignment')
    .values({ ...role, resource_id: 'fleet', identity_id: id })
    .execute()
  const left = {
    status: 400,
    body: { detail: expect.stringMatching(/^the fleet would be left without an admin/) },
  }
  expect(await admins.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).toMatchObject(
    left,
  )
  expect(await admins.ask('DELETE', `/Users/${id}`)).toMatchObject(left)
  expect((await admins.ask('GET', `/Users/${id}`)).body.active).toBe(true)
  const other = await addUser(world.services, 'main', 'second')
  await db
    .insertInto('role_assignment')
    .values({ ...role, resource_id: 'fleet', identity_id: other })
    .execute()
  expect((await admins.ask('DELETE', `/Users/${id}`)).status).toBe(204)
})

test('logs every change with the token as actor, and shows viewers only the name', async () => {
  const { db } = world.services
  const id = await scim.addUser('logged', { emails: [{ value: 'private@home.test' }] })
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Lo' })
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Lo' })
  await scim.ask('DELETE', `/Users/${id}`)
  const rows = await db
    .selectFrom('change_log')
    .selectAll()
    .where('resource_id', '=', id)
    .orderBy('seq')
    .execute()
  expect(
    rows.map(({ kind, action, operation, actor_kind, name }) => [kind, action, operation, actor_kind, name]),
  ).toEqual([
    ['silo-user', 'created', 'scim_user_create', 'scim', 'logged'],
    ['silo-user', 'updated', 'scim_user_patch', 'scim', 'Lo'],
    ['silo-user', 'deleted', 'scim_user_delete', 'scim', 'Lo'],
  ])
  const { id: tokenId } = await db
    .selectFrom('scim_token')
    .select('id')
    .where('silo_id', '=', scim.siloId)
    .executeTakeFirstOrThrow()
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([tokenId]))
  expect(JSON.stringify(rows)).not.toContain('private@home.test')
})
