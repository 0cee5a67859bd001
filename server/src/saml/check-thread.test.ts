import { LIMITS } from '@granary/domain/limits.ts'
import { SamlRefusal, type SamlProvider } from '@granary/control-plane/kit/base/saml.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ENTITY_ID, identityProvider, SP_CLIENT_ID } from '../../test/saml/identity-provider.ts'
import { other } from '../../test/saml/keys.ts'
import { checkThread } from './check-thread.ts'
import { createSaml } from './saml.ts'

const ACS = 'https://clinic.sys.example/login/clinic/saml/keycloak'
const providerOf = (siloId: string): SamlProvider => ({
  siloId,
  idpMetadata: identityProvider(ACS).metadata,
  idpEntityId: ENTITY_ID,
  spClientId: SP_CLIENT_ID,
  acsUrl: ACS,
  groupAttributeName: 'groups',
  userIdAttribute: null,
  signingKeypair: null,
})
const large = () =>
  identityProvider(ACS).say({
    edit: (xml) =>
      xml.replace(
        '</saml:Assertion>',
        `<saml:Advice>${'<a b="" c=""/>'.repeat(3_000)}</saml:Advice></saml:Assertion>`,
      ),
  })
let saml: ReturnType<typeof checkThread>
beforeEach(() => {
  saml = checkThread()
})
afterEach(() => saml.close())

const validate = (response: string, silo = 'clinic') => saml.validate(providerOf(silo), response, new Date())

test('returns the user of a valid answer, and throws the refusal of another one', async () => {
  const attributes = { groups: ['nurses'] }
  const subject = await validate(await identityProvider(ACS).say({ attributes }))
  expect(subject).toMatchObject({
    nameId: 'ada@clinic.example',
    groups: ['nurses'],
    expires: expect.any(Date),
  })
  const forged = validate(await identityProvider(ACS, { keys: other }).say())
  await expect(forged).rejects.toThrow(SamlRefusal)
  await expect(forged).rejects.toThrow('its signature does not match a key')
})

/** Returns how many turns the event loop makes during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return turns
}

test('the event loop goes on while a large answer is checked', async () => {
  const response = await large()
  await validate(await identityProvider(ACS).say())
  expect(await turnsDuring(() => validate(response))).toBeGreaterThan(100)
})

/** Metadata that takes 0.1 seconds to read. */
const largeMetadata = (name = '') =>
  providerOf('clinic').idpMetadata.replace(
    '</IDPSSODescriptor>',
    `<KeyDescriptor>${`<X509Certificate xmlns="${DSIG}">AAAA</X509Certificate>`.repeat(400)}${'<a b="" c=""/>'.repeat(18_000)}</KeyDescriptor><!--${name}--></IDPSSODescriptor>`,
  )
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

test('the event loop goes on while large metadata is read, also of a sign-in that begins', async () => {
  const whole = createSaml({ allowedNetworks: [] }, saml)
  const provider = { ...providerOf('clinic'), idpMetadata: largeMetadata() }
  expect(await whole.metadataProblem(providerOf('clinic'), new Date())).toBeNull()
  expect(await turnsDuring(() => whole.metadataProblem(provider, new Date()))).toBeGreaterThan(100)
  const begin = () => whole.redirectUrl(provider, { id: '_request', relayState: '' })
  expect(await turnsDuring(begin)).toBeGreaterThan(100)
  const read = vi.spyOn(saml, 'readMetadata')
  expect(await begin()).toContain('https://idp.example/sso?')
  expect(read).not.toHaveBeenCalled()
})

test('says why metadata is refused', async () => {
  const whole = createSaml({ allowedNetworks: [] }, saml)
  const problem = (metadata: SamlProvider) => whole.metadataProblem(metadata, new Date())
  const provider = { ...providerOf('clinic'), idpMetadata: '<a' }
  expect(await problem(provider)).toBe('it is not well-formed XML')
  const nested = `${'<a>'.repeat(10_001)}${'</a>'.repeat(10_001)}`
  expect(await problem({ ...provider, idpMetadata: nested })).toBe('it has too many elements')
})

test('an answer waits for one metadata of its silo at a time', async () => {
  const response = await identityProvider(ACS).say()
  await validate(response)
  const order: string[] = []
  const read = async (name: string) => {
    await saml.readMetadata({ ...providerOf('clinic'), idpMetadata: largeMetadata(name) })
    order.push(name)
  }
  const reads = ['1', '2', '3', '4'].map(read)
  await validate(response)
  order.push('answer')
  await Promise.all(reads)
  expect(order.indexOf('answer')).toBeLessThanOrEqual(2)
})

test('answers of a silo wait for one of another silo at a time', async () => {
  const response = await identityProvider(ACS).say()
  const order: string[] = []
  const check = async (silo: string) => {
    await validate(response, silo)
    order.push(silo)
  }
  await Promise.all(['noisy', 'noisy', 'noisy', 'noisy', 'clinic'].map(check))
  expect(order.indexOf('clinic')).toBeLessThanOrEqual(2)
})

test('a silo may have so many answers waiting, and others are not refused for them', async () => {
  const response = await identityProvider(ACS).say()
  const checks = await Promise.allSettled(
    Array.from({ length: LIMITS.samlChecks.max + 3 }, () => validate(response, 'noisy')),
  )
  expect(checks.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect((await validate(response)).nameId).toBe('ada@clinic.example')
})

test('a thread that has ended is replaced', async () => {
  const response = await identityProvider(ACS).say()
  await validate(response)
  await saml.close()
  expect((await validate(response)).nameId).toBe('ada@clinic.example')
})
