import type { MissingGroups } from '@granary/domain/missing-groups.ts'
import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSilo } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  world.services.saml = pretendedSaml
})
afterAll(() => world.close())

let silo = ''
let number = 0
beforeEach(async () => {
  silo = `clinic${++number}`
  await addSilo(world.services, silo, { identity_mode: 'saml_jit', admin_group_name: 'chiefs' })
  for (const name of ['keycloak', 'other'])
    await world.ask(
      'POST',
      `/v1/system/identity-providers/saml?silo=${silo}`,
      newProvider(name, { allow_unsolicited: true, group_attribute_name: 'groups' }),
    )
})

const set = (missingGroups: MissingGroups) =>
  world.ask('PUT', `/experimental/v1/system/identity-providers/saml/keycloak?silo=${silo}`, {
    missing_groups: missingGroups,
  })

/** Signs a user in whose answer has these groups; null for no attribute of groups. */
async function signIn(groups: string[] | null, provider = 'keycloak') {
  const browser = openBrowser(world)
  const expires = new Date(clock.now().getTime() + 60_000)
  const path = `${silo}/saml/${provider}`
  const { status, message } = await browser.post(samlSubject({ groups, expires }), { path })
  if (status !== 303) return { status, message }
  const cookie = browser.session()
  const { items } = (await world.ask('GET', '/v1/me/groups', undefined, cookie)).body
  const { silo_admin, time_groups_kept } = (await world.ask('GET', '/v1/me', undefined, cookie)).body
  return {
    groups: items.map((group: { display_name: string }) => group.display_name).toSorted(),
    admin: silo_admin,
    kept: time_groups_kept,
  }
}

test('an answer without the attribute keeps groups and roles, and is noted until one has it', async () => {
  const both = { groups: ['chiefs', 'nurses'], admin: true }
  expect(await signIn(['chiefs', 'nurses'])).toEqual({ ...both, kept: null })
  expect(await signIn(null)).toEqual({ ...both, kept: clock.now().toISOString() })
  expect(await signIn(['nurses'])).toEqual({ groups: ['nurses'], admin: false, kept: null })
  expect(await signIn(null, 'other')).toMatchObject({ groups: ['nurses'], kept: expect.any(String) })
  expect(await signIn([])).toEqual({ groups: [], admin: false, kept: null })
})

test('a provider that must send groups signs nobody in without them', async () => {
  await signIn(['chiefs'])
  expect((await set('refuse')).body.missing_groups).toBe('refuse')
  expect(await signIn(null)).toEqual({
    status: 400,
    message:
      'the answer of the identity provider was refused: it lacks the attribute "groups" with the groups of the user, and this provider must send it',
  })
  expect(await signIn(['chiefs'])).toMatchObject({ admin: true, kept: null })
})

test('a provider may send no attribute for users in no group', async () => {
  await signIn(['chiefs'])
  await set('remove')
  expect(await signIn(null)).toEqual({ groups: [], admin: false, kept: null })
})

test('a first sign-in without the attribute makes a user in no group', async () => {
  expect(await signIn(null)).toEqual({ groups: [], admin: false, kept: clock.now().toISOString() })
})

test('a silo whose admin group no answer can name is refused', async () => {
  const create = (identity_mode: string, admin_group_name: string) =>
    world.ask('POST', '/v1/system/silos', {
      name: `lab${++number}`,
      description: '',
      discoverable: true,
      identity_mode,
      admin_group_name,
      tls_certificates: [],
      mapped_fleet_roles: {},
      quotas: { cpus: 0, memory: 0, storage: 0 },
    })
  expect((await create('saml_jit', 'chiefs,owners')).body.problems).toMatchObject([
    { path: 'admin_group_name', code: 'not_allowed' },
  ])
  for (const [mode, name] of [
    ['saml_jit', 'CN=chiefs,DC=clinic'],
    ['saml_scim', 'chiefs,owners'],
  ] as const)
    expect((await create(mode, name)).status).toBe(201)
})
