import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { addSilo } from '../../test/people.ts'
import { newProvider, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openScimSilo } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'
import { plainBindings } from '../kit/request/bindings.ts'
import { ApiError } from '../kit/base/errors.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
})
afterAll(() => world.close())

test('the form of a SAML response takes no seat before it has come', async () => {
  await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  const provider = newProvider('keycloak', { allow_unsolicited: true })
  await world.ask('POST', '/v1/system/identity-providers/saml?silo=clinic', provider)
  const run = vi.spyOn(world.controlPlane.gate, 'run')
  onTestFinished(() => run.mockRestore())
  const request = new Request('http://test/login/clinic/saml/keycloak', { method: 'POST' })
  const form = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const readBytes = vi.fn(() => form.promise)
  const answered = world.controlPlane.fetch(request, { ...plainBindings(request), readBytes })
  await expect.poll(() => readBytes.mock.calls).toEqual([[262_144]])
  expect(run).not.toHaveBeenCalled()
  const fields = new URLSearchParams({ SAMLResponse: btoa(JSON.stringify(samlSubject())) })
  form.resolve(new TextEncoder().encode(fields.toString()))
  expect((await answered).status).toBe(303)
  expect(run).toHaveBeenCalledOnce()
  expect(readBytes).toHaveBeenCalledOnce()
})

test('the host may refuse to hold a body of a SCIM client', async () => {
  const { token } = await openScimSilo(world, 'provisioned')
  const init = { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } }
  const request = new Request('http://test/scim/v2/Users', init)
  const readBytes = vi.fn(() => Promise.reject(new ApiError(503, 'ServiceNotAvailable', 'too many bodies')))
  const answered = await world.controlPlane.fetch(request, { ...plainBindings(request), readBytes })
  expect(answered.status).toBe(503)
  expect(await answered.json()).toMatchObject({ status: '503', detail: 'too many bodies' })
  expect(readBytes).toHaveBeenCalledWith(1_048_576)
})
