import { manualClock } from '@granary/compute/clock.ts'
import { ATTEMPT_LIMITS } from '@granary/domain/attempt-limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { newProvider, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'
import { plainBindings } from '../kit/bindings.ts'

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

const valid = () => btoa(JSON.stringify(samlSubject({ expires: new Date(clock.now().getTime() + 60_000) })))
const FORGED = 'forged'

async function send(path: string, clientAddress: string, init: RequestInit): Promise<number> {
  const request = new Request(`http://test${path}`, { method: 'POST', ...init })
  const bindings = { ...plainBindings(request), clientAddress, isLocal: false }
  return (await world.controlPlane.fetch(request, bindings)).status
}
const answer = (response: string, address = '192.0.2.1') =>
  send('/login/clinic/saml/keycloak', address, { body: new URLSearchParams({ SAMLResponse: response }) })

test('checks no more concurrent forged answers of an address than the limit allows', async () => {
  const statuses = await Promise.all(Array.from({ length: allowed + 20 }, () => answer(FORGED)))
  expect(Map.groupBy(statuses, (status) => status).get(429)).toHaveLength(20)
  expect(checked).toBe(allowed)
  expect(await answer(valid())).toBe(429)
  expect(await answer(valid(), '198.51.100.1')).toBe(303)
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
  expect(await send('/v1/login/main/local', '192.0.2.1', login)).toBe(204)
})
