import { afterAll, beforeEach, expect, test } from 'vitest'
import { addGroup, addSilo, addUser, sessionOf } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { requestScim, GROUP, USER } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'

const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((one) => one.close())))

let world: World
/** A fleet admin and an admin of the silo without a role on the fleet, in a silo of each mode. */
let clinic: { admin: string; operator: string; operatorId: string; operators: string }
let lab: typeof clinic
beforeEach(async () => {
  world = await openWorld({ started: false })
  worlds.push(world)
  world.services.saml = pretendedSaml
  clinic = await siloWithOperator('clinic', 'saml_jit')
  lab = await siloWithOperator('lab', 'saml_scim')
})

/** Creates a silo in which a user is admin of the fleet, once `promote` gives the role. */
async function siloWithOperator(name: string, identity_mode: 'saml_jit' | 'saml_scim' | 'local_only') {
  const { services } = world
  await addSilo(services, name, { identity_mode })
  const adminId = await addUser(services, name, 'ann', { silo: 'admin' })
  const operatorId = await addUser(services, name, 'olga')
  const operators = await addGroup(services, name, 'operators', [])
  return {
    admin: await sessionOf(services, adminId),
    operator: await sessionOf(services, operatorId),
    operatorId,
    operators,
  }
}

const user = (id: string, role_name = 'admin') => ({ identity_id: id, identity_type: 'silo_user', role_name })
const group = (id: string, role_name = 'admin') => ({
  identity_id: id,
  identity_type: 'silo_group',
  role_name,
})

/** Adds roles on the fleet, as its first admin. */
async function promote(...rows: object[]) {
  const before = (await world.ask('GET', '/v1/system/policy')).body.role_assignments
  return world.ask('PUT', '/v1/system/policy', { role_assignments: [...before, ...rows] })
}

const addProvider = (as?: string, name = 'keycloak', silo = 'clinic') =>
  world.ask(
    'POST',
    `/v1/system/identity-providers/saml?silo=${silo}`,
    newProvider(name, { allow_unsolicited: true }),
    as,
  )
const limitProvider = (role: string | null, as?: string) =>
  world.ask(
    'PUT',
    '/experimental/v1/system/identity-providers/saml/keycloak?silo=clinic',
    { max_fleet_role: role },
    as,
  )

/** Signs a user in through the provider of the clinic. @returns the status. */
const signIn = async (nameId: string, groups: string[] = []): Promise<number> =>
  (await openBrowser(world).post(samlSubject({ nameId, groups }))).status

const NEEDS_ADMIN = {
  status: 403,
  body: {
    error_code: 'Forbidden',
    message: 'you need the fleet role "admin" for this: users or groups of this silo have it or can get it',
  },
}
const USER_HAS_ADMIN = {
  status: 403,
  body: { message: 'you need the fleet role "admin" for this: this user has it' },
}

test('a silo admin cannot add a provider that could sign in a fleet admin of the silo', async () => {
  expect((await promote(user(clinic.operatorId))).status).toBe(200)
  expect(await addProvider(clinic.admin)).toMatchObject(NEEDS_ADMIN)
  expect((await addProvider(clinic.operator)).status).toBe(201)
})

test('a silo admin cannot add a provider that could put users into a group of fleet admins', async () => {
  expect((await promote(group(clinic.operators))).status).toBe(200)
  expect(await addProvider(clinic.admin)).toMatchObject(NEEDS_ADMIN)
})

test('a silo admin cannot change, replace or delete a provider that signs in a fleet admin of the silo', async () => {
  expect((await addProvider()).status).toBe(201)
  expect((await promote(user(clinic.operatorId))).status).toBe(200)
  const provider = '/experimental/v1/system/identity-providers/saml/keycloak'
  const data = { idp_metadata_source: { type: 'base64_encoded_xml', data: btoa('<Mine/>') } }
  const attacks = [
    ['PUT', `${provider}?silo=clinic`, { enabled: false }],
    ['PUT', `${provider}?silo=clinic`, { allow_unsolicited: true }],
    ['PUT', `${provider}/metadata?silo=clinic`, data],
    ['DELETE', `${provider}?silo=clinic`, undefined],
  ] as const
  for (const [method, path, body] of attacks)
    expect(await world.ask(method, path, body, clinic.admin), path).toMatchObject(NEEDS_ADMIN)
  for (const [method, path, body] of attacks)
    expect((await world.ask(method, path, body, clinic.operator)).status, path).toBeLessThan(300)
})

test('a fleet viewer of the silo needs no more than the strongest role of the silo', async () => {
  expect((await promote(user(clinic.operatorId, 'viewer'))).status).toBe(200)
  expect((await addProvider(clinic.admin)).status).toBe(403)
  const { body } = await world.ask('GET', '/v1/me', undefined, clinic.operator)
  await world.ask('PUT', '/v1/system/silos/clinic/policy', {
    role_assignments: [user(body.id)],
  })
  expect(await addProvider(clinic.operator)).toMatchObject({
    status: 201,
    body: { max_fleet_role: 'viewer' },
  })
})

test('a fleet role is not given to users whom a provider of a silo admin can sign in, until that is accepted', async () => {
  expect(await addProvider(clinic.admin)).toMatchObject({ status: 201, body: { max_fleet_role: null } })
  for (const row of [user(clinic.operatorId, 'viewer'), group(clinic.operators, 'viewer')]) {
    const what = row.identity_type === 'silo_user' ? 'user' : 'group'
    expect(await promote(row)).toMatchObject({
      status: 400,
      body: {
        message: `identity provider "keycloak" of silo "clinic" can act as this ${what}, but its strongest allowed fleet role is none: raise that to "viewer" first, if you trust everyone who set it up`,
        problems: [{ path: 'role_assignments[1].role_name', code: 'not_allowed' }],
      },
    })
  }
  expect(await limitProvider('viewer', clinic.admin)).toMatchObject({
    status: 403,
    body: {
      message:
        'you need the fleet role "viewer" for this: you can\'t grant a stronger fleet role than your own',
    },
  })
  expect(await limitProvider('viewer')).toMatchObject({ status: 200, body: { max_fleet_role: 'viewer' } })
  expect((await promote(group(clinic.operators, 'collaborator'))).status).toBe(400)
  expect((await promote(group(clinic.operators, 'viewer'))).status).toBe(200)
  expect(await signIn('eve', ['operators'])).toBe(303)
  expect(await limitProvider(null)).toMatchObject({
    status: 400,
    body: {
      message:
        'users or groups of the silo have the fleet role "viewer": withdraw it before lowering the limit',
    },
  })
})

test('a provider signs in nobody with a stronger fleet role than its limit', async () => {
  await addProvider(clinic.admin)
  const { db } = world.services
  for (const [identity_kind, identity_id] of [
    ['silo_user', clinic.operatorId],
    ['silo_group', clinic.operators],
  ] as const)
    await db
      .insertInto('role_assignment')
      .values({ resource_id: 'fleet', resource_kind: 'fleet', role: 'viewer', identity_kind, identity_id })
      .execute()
  expect(await signIn('olga')).toBe(403)
  expect(await signIn('eve', ['operators'])).toBe(403)
  expect(await signIn('eve', ['nurses'])).toBe(303)
})

test('a role of the silo that is mapped to the fleet is within the limit of every provider', async () => {
  const { db } = world.services
  await db
    .updateTable('silo')
    .set({ mapped_fleet_roles: '{"admin":["collaborator"]}', admin_group_name: 'chiefs' })
    .where('name', '=', 'clinic')
    .execute()
  expect((await addProvider(clinic.admin)).status).toBe(201)
  expect(await signIn('eve', ['chiefs'])).toBe(303)
  expect(await addProvider(clinic.operator)).toMatchObject({ status: 403, body: { message: 'Forbidden' } })
})

test('a SCIM token of a silo admin gives nobody a fleet role', async () => {
  const create = (as: string) => world.ask('POST', '/v1/system/scim/tokens?silo=lab', undefined, as)
  const { status, body } = await create(lab.admin)
  expect([status, body.max_fleet_role]).toEqual([201, null])
  const token = `/experimental/v1/system/scim/tokens/${body.id}?silo=lab`
  expect(await promote(group(lab.operators))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`SCIM token ${body.id} of silo "lab" can act as this group`) },
  })
  expect((await world.ask('PUT', token, { max_fleet_role: 'viewer' }, lab.admin)).status).toBe(403)
  expect((await world.ask('PUT', token, { max_fleet_role: 'viewer' })).status).toBe(200)
  expect((await promote(group(lab.operators, 'viewer'))).status).toBe(200)
  expect(await create(lab.admin)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('you need the fleet role "viewer"') },
  })
  expect((await world.ask('PUT', token, { max_fleet_role: null }, lab.admin)).status).toBe(403)
})

test('a SCIM token changes no user and no group with a stronger fleet role than its limit', async () => {
  const { body } = await world.ask('POST', '/v1/system/scim/tokens?silo=lab', undefined, lab.admin)
  const scim = (method: string, path: string, sent?: unknown) =>
    requestScim(world, method, path, sent, { authorization: `Bearer ${body.bearer_token}` })
  const made = async (path: string, sent: object) => {
    const answer = await scim('POST', path, sent)
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  const eve = await made('/Users', { schemas: [USER], userName: 'eve' })
  const admins = await made('/Groups', { schemas: [GROUP], displayName: 'admins' })
  const boss = await made('/Users', { schemas: [USER], userName: 'boss' })
  const { db } = world.services
  for (const [identity_kind, identity_id] of [
    ['silo_user', boss],
    ['silo_group', admins],
  ] as const)
    await db
      .insertInto('role_assignment')
      .values({ resource_id: 'fleet', resource_kind: 'fleet', role: 'admin', identity_kind, identity_id })
      .execute()
  const refused = {
    status: 403,
    body: { detail: 'this SCIM token may not change users or groups with the fleet role "admin"' },
  }
  const group = { schemas: [GROUP], displayName: 'admins', members: [{ value: eve }] }
  expect(await scim('PUT', `/Groups/${admins}`, group)).toMatchObject(refused)
  expect(await scim('DELETE', `/Groups/${admins}`)).toMatchObject(refused)
  expect(await scim('PUT', `/Users/${boss}`, { schemas: [USER], userName: 'eve2' })).toMatchObject(refused)
  expect(await scim('DELETE', `/Users/${boss}`)).toMatchObject(refused)
  expect((await scim('DELETE', `/Users/${eve}`)).status).toBe(204)
})

test('a silo admin cannot log out, set the password of, or delete a user with a fleet role', async () => {
  const local = await siloWithOperator('shop', 'local_only')
  expect((await promote(user(local.operatorId))).status).toBe(200)
  const path = `/v1/system/identity-providers/local/users/${local.operatorId}`
  const attacks = [
    ['POST', `/v1/users/${local.operatorId}/logout`, undefined],
    ['POST', `${path}/set-password?silo=shop`, { mode: 'password', value: 'x' }],
    ['POST', `${path}/set-password?silo=shop`, { mode: 'login_disallowed' }],
    ['DELETE', `${path}?silo=shop`, undefined],
  ] as const
  for (const [method, where, body] of attacks)
    expect(await world.ask(method, where, body, local.admin), where).toMatchObject(USER_HAS_ADMIN)
  // Also while the user is not active.
  await world.services.db
    .updateTable('silo_user')
    .set({ active: 0 })
    .where('id', '=', local.operatorId)
    .execute()
  expect(await world.ask(...attacks[1], local.admin)).toMatchObject(USER_HAS_ADMIN)
  await world.services.db
    .updateTable('silo_user')
    .set({ active: 1 })
    .where('id', '=', local.operatorId)
    .execute()
  expect(
    (await world.ask('POST', `/v1/users/${local.operatorId}/logout`, undefined, local.operator)).status,
  ).toBe(204)
  expect((await world.ask(attacks[3][0], attacks[3][1])).status).toBe(204)
})

test('a silo with a fleet admin is deleted only by a fleet admin', async () => {
  const local = await siloWithOperator('shop', 'local_only')
  expect((await promote(user(local.operatorId))).status).toBe(200)
  expect(await world.ask('DELETE', '/v1/system/silos/shop', undefined, local.admin)).toMatchObject(
    NEEDS_ADMIN,
  )
  expect((await world.ask('DELETE', '/v1/system/silos/shop')).status).toBe(204)
})

test('a silo whose roles can make a fleet admin is deleted only by a fleet admin, although nobody has them', async () => {
  await addSilo(world.services, 'shop', { mapped_fleet_roles: '{"collaborator":["admin"]}' })
  const helper = await addUser(world.services, 'main', 'helper', { fleet: 'collaborator' })
  const asHelper = await sessionOf(world.services, helper)
  expect(await world.ask('DELETE', '/v1/system/silos/shop', undefined, asHelper)).toMatchObject(NEEDS_ADMIN)
  expect((await world.ask('DELETE', '/v1/system/silos/shop')).status).toBe(204)
})

test('a caller cannot grant a role of a silo that is mapped to a stronger fleet role than their own', async () => {
  const local = await siloWithOperator('shop', 'local_only')
  const { db } = world.services
  const policy = { role_assignments: [user(local.operatorId, 'viewer')] }
  await db
    .updateTable('silo')
    .set({ mapped_fleet_roles: '{"viewer":["admin"]}' })
    .where('name', '=', 'shop')
    .execute()
  const helper = await addUser(world.services, 'main', 'helper', { fleet: 'collaborator' })
  expect(
    await world.ask('PUT', '/v1/system/silos/shop/policy', policy, await sessionOf(world.services, helper)),
  ).toMatchObject({
    status: 403,
    body: { message: 'you need the fleet role "admin" for this: this role in the silo grants it' },
  })
})
