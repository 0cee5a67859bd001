import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
const AT = '/experimental/v1/system/identity-providers/saml'
const PROVIDER = `${AT}/keycloak?silo=clinic`
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.db.deleteFrom('saml_provider').execute()
  for (const name of ['keycloak', 'other'])
    await world.ask(
      'POST',
      '/v1/system/identity-providers/saml?silo=clinic',
      newProvider(name, { allow_unsolicited: true }),
    )
})

const isIn = async (cookie: string) => (await world.ask('GET', '/v1/me', undefined, cookie)).status === 200

/** Signs a user in through a provider. @returns the session's cookie. */
async function signIn(nameId: string, provider = 'keycloak') {
  const browser = openBrowser(world)
  expect(await browser.post(samlSubject({ nameId }), { path: `clinic/saml/${provider}` })).toMatchObject({
    status: 303,
  })
  return browser.session()
}

const ways = [
  ['disabling', () => world.ask('PUT', PROVIDER, { enabled: false })],
  ['deleting', () => world.ask('DELETE', PROVIDER)],
] as const

test.each(ways)(
  '%s a provider ends the sessions and tokens of its users, and their sign-ins',
  async (_, withdraw) => {
    const [ann, bob] = [await signIn('ann'), await signIn('bob', 'other')]
    const [annsToken, bobsToken] = [await grantToken(world, ann), await grantToken(world, bob)]
    const browser = openBrowser(world)
    const inResponseTo = await browser.begin()
    expect((await withdraw()).status).toBeLessThan(300)
    expect([await isIn(ann), await isIn(bob)]).toEqual([false, true])
    const byToken = async (token: string) =>
      (await world.ask('GET', '/v1/me', undefined, '', bearer(token))).status
    expect([await byToken(annsToken), await byToken(bobsToken)]).toEqual([401, 200])
    expect((await browser.post(samlSubject({ nameId: 'ann', inResponseTo }))).status).toBeGreaterThan(400)
    expect((await signIn('ann', 'other')).length).toBeGreaterThan(0)
  },
)

test('disabling a provider ends the work of its users, also after they signed out', async () => {
  const { db } = world.services
  for (const [name, provider] of [
    ['ann', 'keycloak'],
    ['bob', 'other'],
  ] as const) {
    const cookie = await signIn(name, provider)
    const { id: user_id } = (await world.ask('GET', '/v1/me', undefined, cookie)).body
    const job = {
      id: name,
      operation: 'disk_delete' as const,
      user_id,
      place: 1,
      waiting: 1,
      succeeded: 0,
      failed: 0,
      time_created: '2026-01-01T00:00:00.000Z',
    }
    await db.insertInto('bulk_job').values(job).execute()
    const item = {
      job_id: name,
      resource_id: crypto.randomUUID(),
      name: 'disk',
      state: 'waiting',
      position: 0,
    }
    await db
      .insertInto('bulk_job_item')
      .values(item as never)
      .execute()
    expect((await world.ask('POST', '/v1/logout', undefined, cookie)).status).toBe(204)
  }
  expect((await world.ask('PUT', PROVIDER, { enabled: false })).status).toBe(200)
  const items = db.selectFrom('bulk_job_item').select(['job_id', 'state']).orderBy('job_id')
  expect(await items.execute()).toEqual([
    { job_id: 'ann', state: 'failed' },
    { job_id: 'bob', state: 'waiting' },
  ])
})

test('a disabled provider signs nobody in until it is enabled again', async () => {
  await world.ask('PUT', PROVIDER, { enabled: false })
  const { items } = (await world.ask('GET', '/v1/system/identity-providers?silo=clinic')).body
  expect(items.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled])).toEqual([
    ['keycloak', false],
    ['other', true],
  ])
  const browser = openBrowser(world)
  const refused = { status: 403, message: 'identity provider "keycloak" is disabled' }
  expect(await browser.post(samlSubject())).toMatchObject(refused)
  expect((await browser.send('/login/clinic/saml/keycloak/redirect', { method: 'GET' })).status).toBe(403)
  await world.ask('PUT', PROVIDER, { enabled: true })
  expect((await browser.post(samlSubject())).status).toBe(303)
})

test('sign-ins from before a provider was disabled stay ended when it is enabled again', async () => {
  const browser = openBrowser(world)
  const inResponseTo = await browser.begin()
  const body = new URLSearchParams({ SAMLResponse: btoa(JSON.stringify(samlSubject())) })
  const accepted = await browser.send('/login/clinic/saml/keycloak', { method: 'POST', body }, true)
  const finish = accepted.headers.get('location')!
  expect(finish).toMatch(/\/finish\?answer=/)
  await world.ask('PUT', PROVIDER, { enabled: false })
  await world.ask('PUT', PROVIDER, { enabled: true })
  expect((await browser.post(samlSubject({ inResponseTo }))).message).toMatch(/did not send/)
  expect((await browser.send(finish, { method: 'GET' })).status).toBe(400)
  expect(browser.session()).toBe('')
})

test('the fleet keeps a provider through which an admin can sign in', async () => {
  const { db } = world.services
  await signIn('olga')
  const olga = await db
    .selectFrom('silo_user')
    .select('id')
    .where('external_id', '=', 'olga')
    .executeTakeFirstOrThrow()
  const before = await db
    .selectFrom('role_assignment')
    .selectAll()
    .where('resource_id', '=', 'fleet')
    .execute()
  await db
    .updateTable('role_assignment')
    .set({ identity_id: olga.id })
    .where('resource_id', '=', 'fleet')
    .execute()
  const cookie = await signIn('olga', 'other')
  expect((await world.ask('DELETE', PROVIDER, undefined, cookie)).status).toBe(204)
  const again = await signIn('olga', 'other')
  const refused = {
    status: 400,
    body: { message: expect.stringMatching(/^the fleet would be left without an admin/) },
  }
  expect(await world.ask('PUT', `${AT}/other?silo=clinic`, { enabled: false }, again)).toMatchObject(refused)
  expect(await world.ask('DELETE', `${AT}/other?silo=clinic`, undefined, again)).toMatchObject(refused)
  await db.deleteFrom('role_assignment').where('resource_id', '=', 'fleet').execute()
  await db.insertInto('role_assignment').values(before).execute()
})

const metadata = (more: object = {}) => ({
  idp_metadata_source: { type: 'base64_encoded_xml', data: btoa('<New/>') },
  ...more,
})
const METADATA = `${AT}/keycloak/metadata?silo=clinic`

test('replaces the metadata, and keeps the sessions', async () => {
  const ann = await signIn('ann')
  expect(await world.ask('PUT', METADATA, metadata({ idp_entity_id: 'https://new.example' }))).toMatchObject({
    status: 200,
    body: { idp_entity_id: 'https://new.example', name: 'keycloak' },
  })
  const { db } = world.services
  const row = () =>
    db.selectFrom('saml_provider').selectAll().where('name', '=', 'keycloak').executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({ idp_metadata: '<New/>', idp_entity_id: 'https://new.example' })
  expect(await world.ask('PUT', METADATA, metadata())).toMatchObject({
    body: { idp_entity_id: 'https://new.example' },
  })
  expect(await isIn(ann)).toBe(true)
  const empty = { idp_metadata_source: { type: 'base64_encoded_xml', data: '' } }
  expect(await world.ask('PUT', METADATA, empty)).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'idp_metadata_source.data' }] },
  })
  expect(await row()).toMatchObject({ idp_metadata: '<New/>' })
})

test('a silo admin who replaces the metadata lowers the limit to their own fleet role', async () => {
  await addUser(world.services, 'clinic', `chief-${Date.now()}`, { silo: 'admin' })
  const chief = await world.services.db
    .selectFrom('silo_user')
    .select('external_id')
    .where('external_id', 'like', 'chief-%')
    .executeTakeFirstOrThrow()
  const cookie = await signIn(chief.external_id)
  expect(await world.ask('PUT', METADATA, metadata(), cookie)).toMatchObject({
    status: 200,
    body: { max_fleet_role: null },
  })
})

test('users of the silo see no change operation as allowed', async () => {
  const ann = await signIn('ann')
  expect((await world.ask('DELETE', PROVIDER, undefined, ann)).status).toBe(403)
  expect((await world.ask('PUT', METADATA, metadata(), ann)).status).toBe(403)
})
