import { manualClock } from '@granary/compute/clock.ts'
import { ATTEMPT_LIMITS } from '@granary/domain/attempt-limits.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { newProvider, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'
import { plainBindings } from '../kit/request/bindings.ts'

// Every answer costs the work of reading XML and checking signatures, and outsiders can send one.

const { allowed, window } = ATTEMPT_LIMITS.samlAnswerAtAddress
const clock = manualClock()
let world: World
let checked = 0
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  world.services.saml = {
    ...pretendedSaml,
    validate: (...answer) => {
      checked += 1
      return pretendedSaml.validate(...answer)
    },
  }
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  await addUser(world.services, 'main', 'ada')
  const provider = newProvider('keycloak', { allow_unsolicited: true })
  await world.ask('POST', '/v1/system/identity-providers/saml?silo=clinic', provider)
})
afterAll(() => world.close())
beforeEach(async () => {
  checked = 0
  await world.services.db.deleteFrom('sign_in_attempt').execute()
})

const valid = (inResponseTo: string | null = null) =>
  btoa(JSON.stringify(samlSubject({ inResponseTo, expires: new Date(clock.now().getTime() + 60_000) })))
const FORGED = btoa('forged')
/** An answer that claims to answer a request. */
const forged = (id: string) => btoa(`forged "inResponseTo":"${id}"`)
const OFFICE = '192.0.2.1'
const ELSEWHERE = '198.51.100.1'

function fetchFrom(path: string, clientAddress: string, init: RequestInit): Promise<Response> {
  const request = new Request(`http://test${path}`, init)
  const bindings = { ...plainBindings(request), clientAddress, isLocal: false }
  return world.controlPlane.fetch(request, bindings)
}
const send = async (path: string, address: string, init: RequestInit): Promise<number> =>
  (await fetchFrom(path, address, { method: 'POST', ...init })).status
/** Begins a sign-in. @returns the id of its request. */
async function begin(address: string): Promise<string> {
  const redirect = await fetchFrom('/login/clinic/saml/keycloak/redirect', address, {})
  return new URL(redirect.headers.get('location')!).searchParams.get('id')!
}
const answer = (response: string, address = OFFICE) =>
  send('/login/clinic/saml/keycloak', address, { body: new URLSearchParams({ SAMLResponse: response }) })

test('checks no more concurrent forged answers of an address than the limit allows', async () => {
  const statuses = await Promise.all(Array.from({ length: allowed + 20 }, () => answer(FORGED)))
  expect(Map.groupBy(statuses, (status) => status).get(429)).toHaveLength(20)
  expect(checked).toBe(allowed)
  expect(await answer(valid())).toBe(429)
  expect(await answer(valid(), ELSEWHERE)).toBe(303)
  await clock.advance(window + 1)
  expect(await answer(valid())).toBe(303)
})

test('accepted answers do not count, and forged ones do not count as passwords', async () => {
  for (let count = 0; count < allowed + 5; count++) expect(await answer(valid())).toBe(303)
  for (let count = 0; count < allowed; count++) await answer(FORGED)
  const login = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'ada' }),
  }
  expect(await send('/v1/login/main/local', OFFICE, login)).toBe(204)
})

test('a page that posts forged answers from an office blocks no sign-in that began there', async () => {
  const mine = await begin(OFFICE)
  const known = await begin(ELSEWHERE)
  for (let count = 0; count < allowed; count++) await answer(forged(known))
  expect(await answer(valid())).toBe(429)
  expect(await answer(valid(known))).toBe(429)
  expect(await answer(valid(mine))).toBe(303)
})

test('forged answers to requests of an address have a limit of their own', async () => {
  const mine = await begin(OFFICE)
  for (let count = 0; count < allowed; count++) expect(await answer(forged(mine))).toBe(400)
  expect(checked).toBe(allowed)
  expect(await answer(valid(mine))).toBe(429)
  expect(checked).toBe(allowed)
  expect(await answer(valid())).toBe(303)
})

test.each([
  ['image', 403, 0],
  ['iframe', 403, 0],
  ['document', 302, 1],
])('a browser that fetches for "%s" gets %i, and begins %i sign-ins', async (dest, status, begun) => {
  await world.services.db.deleteFrom('saml_request').execute()
  const headers = { 'sec-fetch-dest': dest }
  expect((await fetchFrom('/login/clinic/saml/keycloak/redirect', OFFICE, { headers })).status).toBe(status)
  const requests = await world.services.db.selectFrom('saml_request').select('id').execute()
  expect(requests).toHaveLength(begun)
})

test('sign-ins that are begun at one address end none of another', async () => {
  const mine = await begin(OFFICE)
  const later = []
  for (let count = 0; count < LIMITS.samlRequests.max + 5; count++) {
    await clock.advance(1)
    later.push(await begin(ELSEWHERE))
  }
  expect(await answer(valid(mine))).toBe(303)
  expect(await answer(valid(later[0]), ELSEWHERE)).toBe(400)
  expect(await answer(valid(later.at(-1)), ELSEWHERE)).toBe(303)
})
