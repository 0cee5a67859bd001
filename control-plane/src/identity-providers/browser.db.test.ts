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
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  for (const [name, allow_unsolicited] of [
    ['keycloak', false],
    ['portal', true],
  ] as const) {
    const path = '/v1/system/identity-providers/saml?silo=clinic'
    await world.ask('POST', path, newProvider(name, { allow_unsolicited }))
  }
})
afterAll(() => world.close())
beforeEach(async () => {
  const { db } = world.services
  for (const table of ['saml_request', 'saml_answer', 'saml_assertion'] as const)
    await db.deleteFrom(table).execute()
})

const PORTAL = { path: 'clinic/saml/portal' }
const ann = (more: object = {}) => samlSubject({ nameId: 'ann', ...more })
const bob = (more: object = {}) => samlSubject({ nameId: 'bob', ...more })
const nameOf = async (cookie: string) =>
  (await world.ask('GET', '/v1/me', undefined, cookie)).body.display_name
const sessions = async () => (await world.services.db.selectFrom('session').selectAll().execute()).length

/** Signs a user in through the portal. */
async function signedIn(subject = ann()) {
  const browser = openBrowser(world)
  expect(await browser.post(subject, PORTAL)).toMatchObject({ status: 303, location: '/' })
  return browser
}

/** Takes the secret of an answer from the page that asks. */
const answerAt = (location: string | null) => new URL(location!, 'http://test').searchParams.get('answer')!

test('signs in the browser that made the request', async () => {
  const browser = openBrowser(world)
  const inResponseTo = await browser.begin()
  expect(await browser.post(ann({ inResponseTo }), { relayState: '/projects' })).toMatchObject({
    status: 303,
    location: '/projects',
  })
  expect(await nameOf(browser.session())).toBe('ann')
})

test('one browser can make several requests at once', async () => {
  const browser = openBrowser(world)
  const ids = [await browser.begin(), await browser.begin()]
  for (const inResponseTo of ids)
    expect(await browser.post(ann({ inResponseTo }))).toMatchObject({ status: 303, location: '/' })
})

test('refuses an answer that comes to another browser', async () => {
  const attacker = openBrowser(world)
  const inResponseTo = await attacker.begin()
  const victims = [openBrowser(world), openBrowser(world)] as const
  await victims[1].begin()
  for (const victim of victims) {
    expect(await victim.post(ann({ inResponseTo, assertionId: crypto.randomUUID() }))).toMatchObject({
      status: 400,
    })
    expect(victim.session()).toBe('')
  }
})

test('names the reason when an answer comes to another browser', async () => {
  const inResponseTo = await openBrowser(world).begin()
  expect(await openBrowser(world).post(ann({ inResponseTo }))).toMatchObject({
    message:
      'the answer of the identity provider was refused: it came to another browser or host name than its request: sign in again from here',
  })
})

test('accepts an answer without a request only where the provider allows it', async () => {
  expect(await openBrowser(world).post(ann())).toMatchObject({
    status: 400,
    message:
      'the answer of the identity provider was refused: it answers no request, and this provider may not start sign-ins: sign in from here',
  })
  const path = '/experimental/v1/system/identity-providers/saml/keycloak?silo=clinic'
  expect(await world.ask('PUT', path, { allow_unsolicited: true })).toMatchObject({
    body: { allow_unsolicited: true, enabled: true },
  })
  expect((await openBrowser(world).post(ann())).status).toBe(303)
  await world.ask('PUT', path, { allow_unsolicited: false })
})

test('asks before it replaces the session of another user, and ends that one', async () => {
  const browser = await signedIn(ann())
  const before = await sessions()
  const asked = await browser.post(bob(), { ...PORTAL, relayState: '/projects' })
  expect(asked).toMatchObject({
    status: 303,
    location: expect.stringMatching(/^\/login\/clinic\/saml\/portal\/replace\?answer=[0-9a-f]{40}$/),
  })
  expect(await nameOf(browser.session())).toBe('ann')
  const answer = answerAt(asked.location)
  const at = '/login/clinic/saml/portal'
  const view = await browser.send(`${at}/answer?answer=${answer}`, { method: 'GET' })
  expect(await view.json()).toEqual({ display_name: 'bob', silo_name: 'clinic', redirect_uri: '/projects' })
  const confirm = () =>
    browser.send(`${at}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answer }),
    })
  const annsSession = browser.session()
  expect((await confirm()).status).toBe(204)
  expect(await nameOf(browser.session())).toBe('bob')
  expect((await world.ask('GET', '/v1/me', undefined, annsSession)).status).toBe(401)
  expect(await sessions()).toBe(before)
  expect((await confirm()).status).toBe(400)
})

test('replaces a session of the same user without asking', async () => {
  const browser = await signedIn(ann())
  const before = await sessions()
  expect(await browser.post(ann(), PORTAL)).toMatchObject({ status: 303, location: '/' })
  expect(await sessions()).toBe(before)
})

test('an accepted answer waits ten minutes, for one session of its provider', async () => {
  const browser = await signedIn(ann())
  const location = async () => (await browser.post(bob(), PORTAL)).location
  const finish = async (answer: string, provider = 'portal') => {
    const path = `/login/clinic/saml/${provider}/finish?answer=${answer}`
    return (await openBrowser(world).send(path, { method: 'GET' })).status
  }
  const answer = answerAt(await location())
  expect(await finish(answer, 'keycloak')).toBe(400)
  expect(await finish('0'.repeat(40))).toBe(400)
  expect(await finish(answer)).toBe(303)
  expect(await finish(answer)).toBe(400)
  const late = answerAt(await location())
  await clock.advance(600_000)
  expect(await finish(late)).toBe(400)
})

test('a user who is disabled before the session starts gets none', async () => {
  const browser = await signedIn(ann())
  const answer = answerAt((await browser.post(bob(), PORTAL)).location)
  const { db } = world.services
  await db.updateTable('silo_user').set({ active: 0 }).where('external_id', '=', 'bob').execute()
  const path = `/login/clinic/saml/portal/finish?answer=${answer}`
  expect((await openBrowser(world).send(path, { method: 'GET' })).status).toBe(400)
})
