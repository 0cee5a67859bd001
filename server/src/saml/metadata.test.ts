import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { largeKey } from '../../../contract/test/certificates.ts'
import { ENTITY_ID, identityProvider } from '../../test/saml/identity-provider.ts'
import { ecCertificate, idp, other } from '../../test/saml/keys.ts'
import { readMetadata } from './metadata.ts'
import { createSaml } from './saml.ts'

const saml = createSaml({ allowedNetworks: [] })
const NOW = new Date('2026-06-01')
const { metadata } = identityProvider('https://sp.example/acs')
const bare = metadata.replace(/^<\?xml[^>]*>/, '')
const problem = (idpMetadata: string, idpEntityId = ENTITY_ID) =>
  saml.metadataProblem({ siloId: 'clinic', idpMetadata, idpEntityId }, NOW)
/** Another provider's metadata with its own keys and address. */
const another = bare
  .replaceAll(ENTITY_ID, 'https://other.example')
  .replaceAll(idp.certificate, other.certificate)
  .replaceAll('https://idp.example/sso', 'https://other.example/sso')
const federation = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"><md:EntitiesDescriptor>${another}</md:EntitiesDescriptor>${bare}</md:EntitiesDescriptor>`

const nested = (depth: number, attribute: (at: number) => string = () => '') =>
  `${Array.from({ length: depth }, (_, at) => `<a${attribute(at)}>`).join('')}${'</a>'.repeat(depth)}`

test("reads a provider's address and certificate", async () => {
  expect(await problem(metadata)).toBeNull()
  const own = {
    signOnUrl: 'https://idp.example/sso',
    certificates: [idp.certificate],
    entityId: ENTITY_ID,
    validUntil: null,
  }
  expect(readMetadata(metadata, ENTITY_ID)).toEqual(own)
  expect(readMetadata(metadata, 'another name')).toEqual(own)
  expect(readMetadata(federation, ENTITY_ID)).toEqual(own)
})

test('reads the metadata of the example data set', () => {
  const file = new URL('../../../datasets/example.json', import.meta.url)
  const { identity_providers: providers } = JSON.parse(readFileSync(file, 'utf8')) as {
    identity_providers: { idp_metadata: string; idp_entity_id: string }[]
  }
  expect(providers).toHaveLength(1)
  for (const { idp_metadata, idp_entity_id } of providers)
    expect(readMetadata(idp_metadata, idp_entity_id).certificates).toHaveLength(1)
})

test('chooses the provider with the entity id out of several', async () => {
  expect(readMetadata(federation, 'https://other.example')).toEqual({
    signOnUrl: 'https://other.example/sso',
    certificates: [other.certificate],
    entityId: 'https://other.example',
    validUntil: null,
  })
  expect(await problem(federation, 'https://none.example')).toBe(
    'it describes several identity providers, and none with this entity id',
  )
})

test('refuses metadata of another entity id at set-up, and goes on with stored metadata', async () => {
  expect(await problem(metadata, 'https://idp.example/metadata/')).toBe(
    `it is the metadata of "${ENTITY_ID}", so answers of that issuer would be refused: enter its entity ID exactly as it stands there`,
  )
  expect(readMetadata(metadata, 'https://idp.example/metadata/').entityId).toBe(ENTITY_ID)
})

test('refuses metadata that has ended, also when its federation has', async () => {
  const until = (time: string) => bare.replace('entityID=', `validUntil="${time}" entityID=`)
  expect(await problem(until('2026-06-02T00:00:00Z'))).toBeNull()
  expect(await problem(until('2026-05-31T00:00:00Z'))).toBe(
    'it was valid until 2026-05-31T00:00:00.000Z: get a current copy from the provider',
  )
  expect(await problem(until('tomorrow'))).toBe('its validUntil must be a time, such as 2030-01-31T00:00:00Z')
  const ended = federation.replace(
    '<md:EntitiesDescriptor>',
    '<md:EntitiesDescriptor validUntil="2026-01-01T00:00:00Z">',
  )
  expect(await problem(ended, 'https://other.example')).toMatch('it was valid until 2026-01-01')
  expect(await problem(ended)).toBeNull()
})

test('ignores keys that take long to verify with, and refuses a provider without another one', async () => {
  const large = largeKey(16_384).cert.replaceAll(/-----[^-]+-----|\s/g, '')
  const alone = bare.replaceAll(idp.certificate, large)
  expect(await problem(alone)).toBe(
    'its key for signing has 16,384 bits; an RSA key must have 2,048 to 4,096',
  )
  const [key] = /<(\w+:)?KeyDescriptor.*?<\/(\w+:)?KeyDescriptor>/s.exec(bare)!
  const both = bare.replace(key, key.replace(idp.certificate, large) + key)
  expect(readMetadata(both, ENTITY_ID).certificates).toEqual([idp.certificate])
})

test('takes line breaks in a certificate and keys without a use, but no keys for encryption', async () => {
  const folded = bare.replace(idp.certificate, idp.certificate.replace(/.{64}/g, '$&\n    '))
  expect(readMetadata(folded, ENTITY_ID).certificates).toEqual([idp.certificate])
  expect(await problem(bare.replace(' use="signing"', ''))).toBeNull()
  expect(await problem(bare.replace('use="signing"', 'use="encryption"'))).toMatch(
    /^it must have a key for signing/,
  )
})

test.each([
  ['nothing', '', 'it is not well-formed XML'],
  ['a page', '<!DOCTYPE html><html></html>', 'it may not have a document type'],
  [
    'a service provider',
    bare.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
    'it must be the metadata of an identity provider: it has no IDPSSODescriptor',
  ],
  [
    'another namespace',
    bare.replaceAll('urn:oasis:names:tc:SAML:2.0:metadata', 'urn:other'),
    'it must be the metadata of an identity provider: it has no IDPSSODescriptor',
  ],
  [
    'no key',
    bare.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''),
    'it must have a key for signing: a KeyDescriptor with an X.509 certificate of an RSA key',
  ],
  [
    'a key that is no certificate',
    bare.replace(idp.certificate, 'AAAA'),
    'it must have a key for signing: a KeyDescriptor with an X.509 certificate of an RSA key',
  ],
  [
    'an elliptic-curve key',
    bare.replace(idp.certificate, ecCertificate),
    'it must have a key for signing: a KeyDescriptor with an X.509 certificate of an RSA key',
  ],
  [
    'no address to redirect to',
    bare.replace('HTTP-Redirect', 'HTTP-Artifact'),
    'it must have a SingleSignOnService for the binding HTTP-Redirect, with an http or https address',
  ],
  [
    'an address that is a script',
    bare.replaceAll('https://idp.example/sso', 'javascript:alert(1)'),
    'it must have a SingleSignOnService for the binding HTTP-Redirect, with an http or https address',
  ],
  [
    'nested namespaces, which are slow to read',
    nested(501, (at) => ` xmlns:a${at}="u"`),
    'it declares too many namespaces',
  ],
  ['very deep nesting', nested(10_001), 'it has too many elements'],
])('%s is refused', async (_, xml, message) => expect(await problem(xml)).toBe(message))
