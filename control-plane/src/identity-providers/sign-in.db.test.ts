import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSilo } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'
import type { SamlSubject } from '../kit/base/saml.ts'

const HOUR = 3_600_000
const clock = manualClock()
let world: World
let clinic: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  world.services.saml = pretendedSaml
  clinic = await addSilo(world.services, 'clinic', {
    identity_mode: 'saml_jit',
    admin_group_name: 'chiefs',
  })
  await addSilo(world.services, 'lab', { identity_mode: 'saml_scim' })
  for (const [silo, name] of [
    ['clinic', 'keycloak'],
    ['clinic', 'other'],
    ['lab', 'keycloak'],
  ] as const)
    await world.ask(
      'POST',
      `/v1/system/identity-providers/saml?silo=${silo}`,
      newProvider(name, { allow_unsolicited: true }),
    )
})
afterAll(() => world.close())
beforeEach(async () => {
  const { db } = world.services
  for (const table of ['session', 'silo_group_member', 'saml_request', 'saml_assertion'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('role_assignment').where('resource_id', '=', clinic).execute()
  await db.deleteFrom('silo_group').where('silo_id', '=', clinic).execute()
  await db.deleteFrom('silo_user').where('silo_id', '=', clinic).execute()
})

const adaSubject = (more: Partial<SamlSubject> = {}): SamlSubject =>
  samlSubject({ expires: new Date(clock.now().getTime() + 60_000), ...more })

type Options = { relayState?: string; path?: string; browser?: ReturnType<typeof openBrowser> }

/** Posts a provider's response, as a browser does, and follows it. */
async function post(
  subject: SamlSubject | string,
  { browser = openBrowser(world), ...where }: Options = {},
): Promise<{ status: number; location: string | null; cookie: string; message: string | undefined }> {
  return { ...(await browser.post(subject, where)), cookie: browser.session() }
}

const me = async (cookie: string) => (await world.ask('GET', '/v1/me', undefined, cookie)).body
const groupsOf = async (cookie: string): Promise<string[]> => {
  const { items } = (await world.ask('GET', '/v1/me/groups', undefined, cookie)).body
  return items.map((group: { display_name: string }) => group.display_name).toSorted()
}
const users = () =>
  world.services.db.selectFrom('silo_user').selectAll().where('silo_id', '=', clinic).execute()
const groups = async () =>
  (await world.services.db.selectFrom('silo_group').selectAll().where('silo_id', '=', clinic).execute())
    .map((group) => group.display_name)
    .toSorted()

test('creates the user at their first sign-in and redirects to the requested page', async () => {
  const first = await post(adaSubject({ displayName: 'Ada' }), { relayState: '/projects?a=b' })
  expect(first).toMatchObject({ status: 303, location: '/projects?a=b' })
  expect(await me(first.cookie)).toMatchObject({
    display_name: 'Ada',
    silo_name: 'clinic',
    silo_admin: false,
    fleet_viewer: false,
  })
  const second = await post(adaSubject())
  expect(second).toMatchObject({ status: 303, location: '/' })
  expect(second.cookie).not.toBe(first.cookie)
  expect(await users()).toMatchObject([
    { external_id: 'ada@clinic.example', display_name: 'ada@clinic.example' },
  ])
})

test('creates missing groups, replaces memberships at each sign-in, and deletes no group', async () => {
  expect(await groupsOf((await post(adaSubject({ groups: ['nurses', 'night'] }))).cookie)).toEqual([
    'night',
    'nurses',
  ])
  expect(await groupsOf((await post(adaSubject({ groups: ['night', 'surgery'] }))).cookie)).toEqual([
    'night',
    'surgery',
  ])
  const bob = await post(adaSubject({ nameId: 'bob', groups: ['nurses'] }))
  expect(await groupsOf((await post(adaSubject())).cookie)).toEqual([])
  expect(await groupsOf(bob.cookie)).toEqual(['nurses'])
  expect(await groups()).toEqual(['night', 'nurses', 'surgery'])
})

test("members of the silo's admin group are admins of the silo while they are in it", async () => {
  const { cookie } = await post(adaSubject({ groups: ['chiefs'] }))
  expect((await me(cookie)).silo_admin).toBe(true)
  await post(adaSubject({ groups: ['nurses'] }))
  expect((await me(cookie)).silo_admin).toBe(false)
  await post(adaSubject({ groups: ['chiefs'] }))
  expect((await me(cookie)).silo_admin).toBe(true)
})

test('a sign-in does not restore the role of an admin group', async () => {
  await post(adaSubject({ groups: ['chiefs'] }))
  await world.services.db.deleteFrom('role_assignment').where('resource_id', '=', clinic).execute()
  expect((await me((await post(adaSubject({ groups: ['chiefs'] }))).cookie)).silo_admin).toBe(false)
})

test('handles more groups than fit into one statement', async () => {
  const many = Array.from({ length: 900 }, (_, at) => `group-${at}`)
  await post(adaSubject({ groups: many }))
  expect(await groups()).toHaveLength(900)
  expect(await groupsOf((await post(adaSubject({ groups: ['group-7'] }))).cookie)).toEqual(['group-7'])
})

test('logs the user and the groups of a sign-in once each', async () => {
  const { db } = world.services
  const before = await db
    .selectFrom('change_log')
    .select('seq')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  await post(adaSubject({ groups: ['nurses'] }))
  await post(adaSubject({ displayName: 'Ada' }))
  const rows = await db
    .selectFrom('change_log')
    .selectAll()
    .where('seq', '>', before.seq)
    .orderBy('seq')
    .execute()
  expect(rows.map(({ kind, action, name }) => `${kind} ${name} ${action}`)).toEqual([
    'silo-user ada@clinic.example created',
    'silo-group nurses created',
    'silo-user Ada updated',
    'silo-group nurses updated',
  ])
  expect(rows[0]).toMatchObject({ operation: 'login_saml', silo_id: clinic, actor_kind: 'system' })
})

test('accepts an assertion once, also when it arrives twice concurrently', async () => {
  const subject = adaSubject()
  expect((await post(subject)).status).toBe(303)
  expect(await post(subject)).toMatchObject({
    status: 400,
    cookie: '',
    message: 'the answer of the identity provider was refused: a user has signed in with it already',
  })
  const other = adaSubject()
  const both = await Promise.all([post(other), post(other)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400])
})

test('remembers assertions until they have expired', async () => {
  await post(adaSubject())
  const count = async () =>
    (await world.services.db.selectFrom('saml_assertion').selectAll().execute()).length
  await clock.advance(60_000)
  await post(adaSubject())
  expect(await count()).toBe(2)
  await clock.advance(HOUR)
  await post(adaSubject())
  expect(await count()).toBe(1)
})

test('two providers may use the same assertion id', async () => {
  const subject = adaSubject()
  expect((await post(subject)).status).toBe(303)
  expect((await post(subject, { path: 'clinic/saml/other' })).status).toBe(303)
})

const UNASKED =
  'the answer of the identity provider was refused: it answers a request that this server did not send, or that is answered or too old'

test('accepts one answer to a request, from its own provider, within an hour', async () => {
  const browser = openBrowser(world)
  const inResponseTo = await browser.begin()
  expect(await post(adaSubject({ inResponseTo }), { path: 'clinic/saml/other', browser })).toMatchObject({
    message: UNASKED,
  })
  expect(await post(adaSubject({ inResponseTo }), { browser })).toMatchObject({ status: 303, location: '/' })
  expect(await post(adaSubject({ inResponseTo }), { browser })).toMatchObject({
    status: 400,
    message: UNASKED,
  })
  expect(await post(adaSubject({ inResponseTo: '_made-up' }), { browser })).toMatchObject({
    status: 400,
    message: UNASKED,
  })
  const late = await browser.begin()
  await clock.advance(HOUR)
  expect(await post(adaSubject({ inResponseTo: late }), { browser })).toMatchObject({ message: UNASKED })
  await browser.begin()
  expect(await world.services.db.selectFrom('saml_request').selectAll().execute()).toHaveLength(1)
})

test('does not redirect to another site', async () => {
  for (const relayState of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\n/x',
  ])
    expect(await post(adaSubject(), { relayState })).toMatchObject({
      status: 400,
      cookie: '',
      message: 'RelayState must be a path of this site',
    })
  // The form of a provider has no schema in the contract.
  expect(await post(adaSubject(), { relayState: `/${'x'.repeat(8_192)}` })).toMatchObject({
    status: 400,
    cookie: '',
    message: expect.stringContaining('RelayState may have 8192 characters at most'),
  })
  expect((await post(adaSubject(), { relayState: '' })).location).toBe('/')
  const answer = await world.controlPlane.fetch(
    new Request('http://test/login/clinic/saml/keycloak/redirect?redirect_uri=//evil.example'),
  )
  expect(answer.status).toBe(400)
})

test('refuses anything but one signed response', async () => {
  expect(await post('')).toMatchObject({ status: 400 })
  expect(await post('forged')).toMatchObject({
    status: 400,
    message: 'the answer of the identity provider was refused: it is not signed',
  })
  for (const body of ['', 'SAMLResponse=a&SAMLResponse=b', 'RelayState=%2F', '{}', '\u0000'])
    expect(
      (
        await world.controlPlane.fetch(
          new Request('http://test/login/clinic/saml/keycloak', { method: 'POST', body }),
        )
      ).status,
    ).toBe(400)
  expect(await users()).toEqual([])
})

test('in a SCIM silo the user must exist, and the groups stay unchanged', async () => {
  const path = 'lab/saml/keycloak'
  expect(await post(adaSubject({ nameId: 'grace', groups: ['x'] }), { path })).toMatchObject({
    status: 401,
    cookie: '',
  })
  const lab = (await world.services.db.selectFrom('silo').selectAll().where('name', '=', 'lab').execute())[0]!
  const time = clock.now().toISOString()
  const row = { id: crypto.randomUUID(), silo_id: lab.id, time_created: time, time_modified: time }
  await world.services.db
    .insertInto('silo_user')
    .values({ ...row, external_id: 'grace', display_name: 'Grace H.', password_hash: null })
    .execute()
  const { status, cookie } = await post(
    adaSubject({ nameId: 'grace', displayName: 'Other', groups: ['x'] }),
    {
      path,
    },
  )
  expect(status).toBe(303)
  expect((await me(cookie)).display_name).toBe('Grace H.')
  expect(await groupsOf(cookie)).toEqual([])
  await world.services.db.updateTable('silo_user').set({ active: 0 }).where('id', '=', row.id).execute()
  expect(await post(adaSubject({ nameId: 'grace' }), { path })).toMatchObject({ status: 401, cookie: '' })
})

test('an unknown silo or provider is not found', async () => {
  expect(await post(adaSubject(), { path: 'none/saml/keycloak' })).toMatchObject({ status: 404 })
  expect(await post(adaSubject(), { path: 'clinic/saml/none' })).toMatchObject({
    status: 404,
    message: 'not found: identity-provider with name "none"',
  })
})

test('ignores a stale cookie', async () => {
  const answer = await world.controlPlane.fetch(
    new Request('http://test/login/clinic/saml/keycloak/redirect', {
      headers: { cookie: `session=${'0'.repeat(40)}` },
    }),
  )
  expect(answer.status).toBe(302)
})
