import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, sessionOf } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'
import type { SamlSubject } from '../kit/base/saml.ts'

const clock = manualClock()
const PROVIDER = '/experimental/v1/system/identity-providers/saml/keycloak'
const RETURN = '/system/silos/clinic/idps/saml/keycloak/tests'
let world: World
let clinic: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  world.services.saml = pretendedSaml
  clinic = await addSilo(world.services, 'clinic', {
    identity_mode: 'saml_jit',
    admin_group_name: 'chiefs',
  })
  const body = newProvider('keycloak', { allow_unsolicited: true, group_attribute_name: 'groups' })
  await world.ask('POST', '/v1/system/identity-providers/saml?silo=clinic', body)
})
afterAll(() => world.close())

const begin = async (): Promise<string> =>
  (await world.ask('POST', `${PROVIDER}/tests?silo=clinic`, { return_path: RETURN })).body.id
const resultOf = (id: string, cookie?: string) =>
  world.ask('GET', `${PROVIDER}/tests/${id}?silo=clinic`, undefined, cookie)
const subject = (more: Partial<SamlSubject>) =>
  samlSubject({ expires: new Date(clock.now().getTime() + 60_000), ...more })
const counts = () =>
  Promise.all(
    (['silo_user', 'silo_group', 'silo_group_member', 'session', 'saml_answer'] as const).map(
      async (table) => (await world.services.db.selectFrom(table).selectAll().execute()).length,
    ),
  )

test('shows what a sign-in would do, and does nothing of it', async () => {
  await openBrowser(world).post(subject({ groups: ['nurses'] }))
  const before = await counts()
  const id = await begin()
  expect((await resultOf(id)).body).toEqual({ state: 'waiting', reason: null, sent: null, effect: null })
  const browser = openBrowser(world)
  const arrived = await browser.post(subject({ groups: ['chiefs', 'night'], inResponseTo: `_${id}` }))
  expect(arrived).toMatchObject({ status: 303, location: `${RETURN}/${id}` })
  expect(browser.session()).toBe('')
  expect((await resultOf(id)).body).toMatchObject({
    state: 'accepted',
    reason: null,
    sent: { name_id: 'ada@clinic.example' },
    effect: {
      external_id: 'ada@clinic.example',
      is_new: false,
      joins: ['chiefs', 'night'],
      leaves: ['nurses'],
      stays: [],
      silo_role: 'admin',
      fleet_role: null,
      keeps_groups: false,
    },
  })
  expect(await counts()).toEqual(before)
})

test('shows why a sign-in would be refused', async () => {
  const id = await begin()
  await world.ask('PUT', `${PROVIDER}?silo=clinic`, { missing_groups: 'refuse' })
  await openBrowser(world).post(subject({ groups: null, inResponseTo: `_${id}` }))
  await world.ask('PUT', `${PROVIDER}?silo=clinic`, { missing_groups: 'keep' })
  expect((await resultOf(id)).body).toMatchObject({
    state: 'refused',
    reason: expect.stringMatching('lacks the attribute "groups"'),
    sent: { name_id: 'ada@clinic.example' },
    effect: null,
  })
})

test('an answer to a test starts no session, and neither does the same assertion later', async () => {
  const id = await begin()
  const answer = subject({ groups: [], inResponseTo: `_${id}` })
  await openBrowser(world).post(answer)
  for (const again of [answer, { ...answer, inResponseTo: null }]) {
    const browser = openBrowser(world)
    expect((await browser.post(again)).status).toBe(400)
    expect(browser.session()).toBe('')
  }
})

test('an answer that claims a test, but was signed for a sign-in, is refused', async () => {
  const id = await begin()
  const signIn = await openBrowser(world).begin()
  // The unsigned frame of a response may claim another request than its assertion.
  const mixed = btoa(`{"inResponseTo":"_${id}",${JSON.stringify(subject({ inResponseTo: signIn })).slice(1)}`)
  await openBrowser(world).post(mixed)
  expect((await resultOf(id)).body).toMatchObject({ state: 'refused', effect: null })
})

test('a result is shown to its user alone, for an hour, and only the last one', async () => {
  const first = await begin()
  const id = await begin()
  expect((await resultOf(first)).body.state).toBe('ended')
  const admin = await world.services.db
    .insertInto('silo_user')
    .values({
      id: crypto.randomUUID(),
      silo_id: clinic,
      external_id: 'eve',
      display_name: 'Eve',
      password_hash: null,
      active: 1,
      disabled: 0,
      time_created: clock.now().toISOString(),
      time_modified: clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.services.db
    .insertInto('role_assignment')
    .values({
      resource_kind: 'silo',
      resource_id: clinic,
      identity_kind: 'silo_user',
      identity_id: admin.id,
      role: 'admin',
    } as never)
    .execute()
  expect((await resultOf(id, await sessionOf(world.services, admin.id))).body).toMatchObject({
    state: 'ended',
  })
  expect((await resultOf(id)).body.state).toBe('waiting')
  await clock.advance(3_600_001)
  expect((await resultOf(id)).body.state).toBe('ended')
})

test('a page of another site is no place for a result', async () => {
  for (const return_path of ['https://evil.example', '//evil.example', '/a?b', '/a#b'])
    expect(
      (await world.ask('POST', `${PROVIDER}/tests?silo=clinic`, { return_path })).body.problems,
    ).toMatchObject([{ path: 'return_path' }])
})
