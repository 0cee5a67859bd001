import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addSilo, addUser, sessionOf } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openScimSilo, USER } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
})
afterAll(() => world.close())

const change = (id: string, what: 'disable' | 'enable', silo = 'main', as?: string) =>
  world.ask('POST', `/experimental/v1/system/users/${id}/${what}?silo=${silo}`, undefined, as)
const statusOf = async (id: string, silo = 'main') =>
  (await world.ask('GET', `/v1/system/users/${id}?silo=${silo}`)).body.status

test('a disabled user has no session and no token, and cannot sign in until enabled', async () => {
  const id = await addUser(world.services, 'main', 'ann')
  const cookie = await world.signIn('ann', 'ann')
  const token = await grantToken(world, cookie)
  expect(await statusOf(id)).toBe('active')
  expect(await change(id, 'disable')).toMatchObject({ status: 200, body: { status: 'disabled' } })
  expect(await change(id, 'disable')).toMatchObject({ status: 200, body: { status: 'disabled' } })
  expect((await world.ask('GET', '/v1/me', undefined, cookie)).status).toBe(401)
  expect((await world.ask('GET', '/v1/me', undefined, '', bearer(token))).status).toBe(401)
  const { db } = world.services
  for (const table of ['session', 'access_token'] as const)
    expect(await db.selectFrom(table).select('id').where('user_id', '=', id).execute()).toEqual([])
  expect(await world.signIn('ann', 'ann')).toBe('')
  // A sign-in that was in progress.
  const late = await sessionOf(world.services, id)
  const { items } = (await world.ask('GET', '/v1/users?name_contains=ann')).body
  expect(items).toMatchObject([{ id, status: 'disabled' }])
  expect(await change(id, 'enable')).toMatchObject({ status: 200, body: { status: 'active' } })
  expect((await world.ask('GET', '/v1/me', undefined, late)).status).toBe(401)
  expect((await world.ask('GET', '/v1/me', undefined, await world.signIn('ann', 'ann'))).status).toBe(200)
})

test('refuses to disable yourself and the last admin', async () => {
  const me = (await world.ask('GET', '/v1/me')).body.id as string
  expect(await change(me, 'disable')).toMatchObject({
    status: 400,
    body: { message: "you can't disable yourself" },
  })
  const operator = await addUser(world.services, 'main', 'operator', { fleet: 'admin' })
  const { db } = world.services
  await db
    .deleteFrom('role_assignment')
    .where('resource_id', '=', 'fleet')
    .where('identity_id', '=', me)
    .execute()
  const cookie = await sessionOf(world.services, operator)
  expect((await change(me, 'disable', 'main', cookie)).status).toBe(400)
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: 'fleet',
      resource_kind: 'fleet',
      identity_kind: 'silo_user',
      identity_id: me,
      role: 'admin',
    })
    .execute()
})

test('needs the fleet role of the user', async () => {
  const operator = await addUser(world.services, 'main', 'viewer', { fleet: 'viewer' })
  const admin = await sessionOf(
    world.services,
    await addUser(world.services, 'main', 'head', { silo: 'admin' }),
  )
  const refused = {
    status: 403,
    body: { message: 'you need the fleet role "viewer" for this: this user has it' },
  }
  expect(await change(operator, 'disable', 'main', admin)).toMatchObject(refused)
  expect((await change(operator, 'disable')).status).toBe(200)
  expect(await change(operator, 'enable', 'main', admin)).toMatchObject(refused)
})

test('the identity provider cannot enable a user whom an admin disabled', async () => {
  const scim = await openScimSilo(world, 'lab')
  const path = '/v1/system/identity-providers/saml?silo=lab'
  await world.ask('POST', path, newProvider('keycloak', { allow_unsolicited: true }))
  const id = await scim.addUser('grace')
  const signsIn = async () =>
    (await openBrowser(world).post(samlSubject({ nameId: 'grace' }), { path: 'lab/saml/keycloak' })).status
  expect(await signsIn()).toBe(303)
  await change(id, 'disable', 'lab')
  expect(await signsIn()).toBe(401)
  const put = (active: boolean, displayName: string) =>
    scim.ask('PUT', `/Users/${id}`, { schemas: [USER], userName: 'grace', displayName, active })
  expect(await put(true, 'Grace')).toMatchObject({ status: 200, body: { active: true } })
  expect([await statusOf(id, 'lab'), await signsIn()]).toEqual(['disabled', 401])
  expect(await put(false, 'Grace H.')).toMatchObject({ status: 200, body: { active: false } })
  expect(await change(id, 'enable', 'lab')).toMatchObject({ status: 200, body: { status: 'inactive' } })
  expect(await signsIn()).toBe(401)
  expect((await put(true, 'Grace')).status).toBe(200)
  expect([await statusOf(id, 'lab'), await signsIn()]).toEqual(['active', 303])
})

test('the answers of a provider do not change a disabled user', async () => {
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  const path = '/v1/system/identity-providers/saml?silo=clinic'
  await world.ask('POST', path, newProvider('keycloak', { allow_unsolicited: true }))
  const signsIn = async (displayName: string) =>
    (await openBrowser(world).post(samlSubject({ nameId: 'rosa', displayName }))).status
  expect(await signsIn('Rosa')).toBe(303)
  const rosa = async () =>
    (await world.ask('GET', '/v1/system/users?silo=clinic&name_contains=rosa')).body.items[0]
  const { id } = await rosa()
  await change(id, 'disable', 'clinic')
  expect(await signsIn('Rosa P.')).toBe(401)
  expect(await rosa()).toMatchObject({ display_name: 'Rosa', status: 'disabled' })
  await change(id, 'enable', 'clinic')
  expect(await signsIn('Rosa P.')).toBe(303)
  expect((await rosa()).display_name).toBe('Rosa P.')
})
