import { createPrivateKey } from 'node:crypto'
import { SAML } from '@node-saml/node-saml'
import { type SamlProvider, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { SignedXml, type SignedXmlOptions } from 'xml-crypto'
import { forge } from '../../test/saml/forge.ts'
import { ENTITY_ID, identityProvider, type Options, SP_CLIENT_ID } from '../../test/saml/identity-provider.ts'
import { idp as own, other } from '../../test/saml/keys.ts'
import { createSaml } from './saml.ts'

const ACS = 'https://clinic.sys.example/login/clinic/saml/keycloak'
const MISMATCH = 'its signature does not match a key of the identity provider'
const SIGNED_IN = 'signs in ada@clinic.example'
const saml = createSaml({ allowedNetworks: [] })
const { metadata } = identityProvider(ACS)
const said = (options: Options) => identityProvider(ACS, options).say()

afterEach(() => void vi.restoreAllMocks())

async function outcome(response: string, idpMetadata = metadata): Promise<string> {
  const provider: SamlProvider = {
    idpMetadata,
    idpEntityId: ENTITY_ID,
    spClientId: SP_CLIENT_ID,
    acsUrl: ACS,
    groupAttributeName: null,
    userIdAttribute: null,
    signingKeypair: null,
    siloId: 'clinic',
  }
  try {
    return `signs in ${(await saml.validate(provider, response, new Date())).nameId}`
  } catch (error) {
    if (error instanceof SamlRefusal) return error.message
    throw error
  }
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const RSA_PSS = 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'

const SIGNATURE = /<ds:Signature [\s\S]*?<\/ds:Signature>/g
const bare = (response: string) => forge(response, (xml) => xml.replace(SIGNATURE, ''))

/** Signs the response or its assertion in ways that the other provider of the tests can't. */
function signed(response: string, part: 'Response' | 'Assertion', options: SignedXmlOptions = {}): string {
  return forge(response, (xml) => {
    const key = createPrivateKey({ key: Buffer.from(own.privateKey, 'base64'), format: 'der', type: 'pkcs1' })
    const privateKey = key.export({ format: 'pem', type: 'pkcs8' })
    const signature = new SignedXml({
      privateKey,
      signatureAlgorithm: RSA_SHA256,
      canonicalizationAlgorithm: EXCLUSIVE,
      ...options,
    })
    const xpath = `//*[local-name()='${part}']`
    const transforms = [ENVELOPED, options.canonicalizationAlgorithm ?? EXCLUSIVE]
    signature.addReference({ xpath, digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256', transforms })
    signature.computeSignature(xml, { location: { reference: xpath, action: 'append' }, prefix: 'ds' })
    return signature.getSignedXml()
  })
}

test.each<[string, SignedXmlOptions]>([
  ['inclusive canonicalization', { canonicalizationAlgorithm: INCLUSIVE }],
  ['a list of inclusive prefixes', { inclusiveNamespacesPrefixList: ['samlp', 'saml'] }],
  ['RSA-PSS', { signatureAlgorithm: RSA_PSS }],
])('accepts signatures with %s', async (_, options) => {
  for (const part of ['Response', 'Assertion'] as const) {
    const again = signed(bare(await said({})), part, options)
    expect(await outcome(again)).toBe(SIGNED_IN)
    expect(await outcome(forge(again, (xml) => xml.replace('ada@', 'bob@')))).toBe(MISMATCH)
    const broken = forge(again, (xml) => xml.replace(/(<ds:SignatureValue>).{4}/, '$1AAAA'))
    expect(await outcome(broken)).toBe(MISMATCH)
  }
})

test('accepts a response and an assertion whose signatures are by different keys of the provider', async () => {
  const descriptor = /<KeyDescriptor use="signing">[\s\S]*?<\/KeyDescriptor>/
  const another = descriptor.exec(identityProvider(ACS, { keys: other }).metadata)![0]
  const both = metadata.replace(descriptor, (first) => another + first)
  const response = signed(await said({ signs: 'assertion', keys: other }), 'Response')
  expect(Buffer.from(response, 'base64').toString().match(SIGNATURE)).toHaveLength(2)
  expect(await outcome(response, both)).toBe(SIGNED_IN)
  expect(await outcome(response)).toBe(MISMATCH)
})

test('refuses a forged answer before it canonicalizes the document, which takes most of the time', async () => {
  const validate = vi.spyOn(SAML.prototype, 'validatePostResponseAsync')
  expect(await outcome(await said({ signs: 'both' }))).toBe(SIGNED_IN)
  expect(validate).toHaveBeenCalledTimes(1)
  for (const signs of ['assertion', 'response', 'both'] as const)
    expect(await outcome(await said({ signs, keys: other }))).toBe(MISMATCH)
  // One of two signatures is not enough.
  const half = forge(await said({ signs: 'both' }), (xml) =>
    xml.replace(/(<ds:SignatureValue>).{4}/, '$1AAAA'),
  )
  expect(await outcome(half)).toBe(MISMATCH)
  expect(validate).toHaveBeenCalledTimes(1)
})

test('refuses signatures with more elements than signers write', async () => {
  const object = (count: number) => (xml: string) =>
    xml.replace('</ds:Signature>', `<ds:Object>${'<a/>'.repeat(count)}</ds:Object></ds:Signature>`)
  const response = await said({ signs: 'assertion' })
  expect(await outcome(forge(response, object(30)))).toBe(SIGNED_IN)
  expect(await outcome(forge(response, object(64)))).toBe('its signature has too many elements')
})
