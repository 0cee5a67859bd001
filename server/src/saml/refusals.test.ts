import { afterAll, describe, expect, test, vi } from 'vitest'
import { type SamlProvider, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { forge, wrappings } from '../../test/saml/forge.ts'
import {
  ENTITY_ID,
  identityProvider,
  type Options,
  type Says,
  SP_CLIENT_ID,
} from '../../test/saml/identity-provider.ts'
import { other } from '../../test/saml/keys.ts'
import { createSaml } from './saml.ts'

const ACS = 'https://clinic.sys.example/login/clinic/saml/keycloak'
const saml = createSaml({ allowedNetworks: [] })
const provider: SamlProvider = {
  idpMetadata: identityProvider(ACS).metadata,
  idpEntityId: ENTITY_ID,
  spClientId: SP_CLIENT_ID,
  acsUrl: ACS,
  groupAttributeName: 'groups',
  userIdAttribute: null,
  signingKeypair: null,
  siloId: 'clinic',
}
// Time stands still, also while the tables below are built: on a slow machine the cases would drift past the minute that clocks
// may differ.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())

const said = (says: Says = {}, options: Options = {}) => identityProvider(ACS, options).say(says)
/** The outcome of a response: the user that it signs in, or the reason of the refusal. */
async function outcome(response: string, now = new Date()): Promise<string> {
  try {
    return `lets in ${(await saml.validate(provider, response, now)).nameId}`
  } catch (error) {
    if (error instanceof SamlRefusal) return error.message
    throw error
  }
}
const at = (seconds: number) => new Date(Date.now() + seconds * 1000)

describe('the signature', () => {
  const BROKEN = 'its signature does not match a key of the identity provider'
  const WEAK = 'it must be signed with RSA and SHA-256 or SHA-512'

  test.each(['assertion', 'response', 'both'] as const)(
    'of another provider is refused: %s',
    async (signs) => {
      expect(await outcome(await said({}, { signs, keys: other }))).toBe(BROKEN)
    },
  )

  test.each(['assertion', 'response', 'both'] as const)(
    'does not cover a changed response: %s',
    async (signs) => {
      const response = await said({}, { signs })
      expect(await outcome(response)).toBe('lets in ada@clinic.example')
      expect(await outcome(forge(response, (xml) => xml.replace('ada@', 'bob@')))).toBe(BROKEN)
      expect(
        await outcome(forge(response, (xml) => xml.replace(/(<ds:SignatureValue>).{4}/, '$1AAAA'))),
      ).toBe(BROKEN)
      expect(await outcome(forge(response, (xml) => xml.replace(/(<ds:DigestValue>).{4}/, '$1AAAA')))).toBe(
        BROKEN,
      )
    },
  )

  test('must both be valid where response and assertion have one', async () => {
    const response = await said({}, { signs: 'both' })
    expect(await outcome(forge(response, (xml) => xml.replace('IssueInstant="2', 'IssueInstant="1')))).toBe(
      BROKEN,
    )
  })

  test('is required', async () => {
    const response = await said()
    const bare = forge(response, (xml) => xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, ''))
    expect(await outcome(bare)).toBe('it is not signed')
  })

  test.each(['assertion', 'response', 'both'] as const)('with SHA-1 is refused: %s', async (signs) => {
    const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    expect(await outcome(await said({}, { signs, algorithm }))).toBe(WEAK)
  })

  test('over a SHA-1 digest is refused', async () => {
    const weak = (xml: string) =>
      xml.replace('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1')
    expect(await outcome(forge(await said(), weak))).toBe(WEAK)
  })

  test('with the public key as a shared secret is refused', async () => {
    const hmac = (xml: string) =>
      xml.replace(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      )
    expect(await outcome(forge(await said(), hmac))).toBe(WEAK)
  })

  test('with SHA-512 is accepted', async () => {
    const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
    expect(await outcome(await said({}, { algorithm }))).toBe('lets in ada@clinic.example')
  })

  test('does not cover comments, and a comment cuts no name short', async () => {
    const response = await said({ nameId: 'admin@clinic.example.evil.example' })
    const cut = forge(response, (xml) => xml.replace('.evil.example', '<!-- -->.evil.example'))
    expect(await outcome(cut)).toBe('lets in admin@clinic.example.evil.example')
  })
})

describe.each(['assertion', 'response', 'both'] as const)(
  'wrapping, with a signature of the %s:',
  (signs) => {
    test.each(Object.entries(wrappings))('refuses %s', async (_, wrap) => {
      const wrapped = forge(await said({}, { signs }), wrap)
      expect(Buffer.from(wrapped, 'base64').toString()).toContain('>admin<')
      expect(await outcome(wrapped)).not.toMatch(/^lets in/)
    })
  },
)

describe('a signed response', () => {
  const FAR = 'https://clinic.sys.example/login/clinic/saml/other'
  test.each<[string, Says, string]>([
    [
      'another issuer',
      { tags: { Issuer: 'https://other.example' } },
      "its issuer is not this identity provider's entity id",
    ],
    [
      'another issuer of the assertion',
      { edit: (xml) => xml.replace(/(<saml:Assertion[^>]*><saml:Issuer>)[^<]*/, '$1https://other.example') },
      "its issuer is not this identity provider's entity id",
    ],
    [
      'another audience',
      { tags: { Audience: 'https://other.example' } },
      "its audience is not this provider's service provider client id",
    ],
    [
      'no audience',
      { edit: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
      "its audience is not this provider's service provider client id",
    ],
    [
      'a second restriction to another audience',
      {
        edit: (xml) =>
          xml.replace(
            '</saml:Conditions>',
            '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
          ),
      },
      "its audience is not this provider's service provider client id",
    ],
    ['another destination', { tags: { Destination: FAR } }, "its destination is not this provider's ACS URL"],
    [
      'another recipient',
      { tags: { SubjectRecipient: FAR } },
      "its recipient is not this provider's ACS URL",
    ],
    [
      'no recipient',
      { edit: (xml) => xml.replace(/ Recipient="[^"]*"/, '') },
      "its recipient is not this provider's ACS URL",
    ],
    ['expired conditions', { tags: { ConditionsNotOnOrAfter: at(-61).toISOString() } }, 'it has expired'],
    [
      'an expired confirmation',
      { tags: { SubjectConfirmationDataNotOnOrAfter: at(-61).toISOString() } },
      'it has expired',
    ],
    [
      'conditions that begin later',
      { tags: { ConditionsNotBefore: at(70).toISOString() } },
      'it is not valid yet',
    ],
    [
      'a confirmation without end',
      { edit: (xml) => xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') },
      'its confirmation must say when it expires',
    ],
    [
      'a time that is none',
      { tags: { ConditionsNotOnOrAfter: 'tomorrow' } },
      'its NotOnOrAfter is not a time',
    ],
    [
      'no confirmation by bearer',
      { edit: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') },
      'it has no bearer confirmation of its subject',
    ],
    [
      'answers to two requests',
      { inResponseTo: '_1', edit: (xml) => xml.replace('InResponseTo="_1"', 'InResponseTo="_2"') },
      'it answers two different requests',
    ],
    [
      'a status that is no success',
      { tags: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } },
      'the identity provider refused to sign this user in',
    ],
    ['no name', { nameId: ' ' }, 'its NameID must be 1 to 512 characters, all of them visible'],
    [
      'a name that is too long',
      { nameId: 'a'.repeat(513) },
      'its NameID must be 1 to 512 characters, all of them visible',
    ],
    [
      'no NameID',
      { edit: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '') },
      'its subject must have one NameID, not encrypted',
    ],
    [
      'a group with a name that is too long',
      { attributes: { groups: ['a'.repeat(513)] } },
      'a group in it must have a name of at most 512 characters, all of them visible',
    ],
    [
      'more groups than a user may have',
      { attributes: { groups: [Array.from({ length: 1_001 }, (_, at) => `group-${at}`).join(',')] } },
      'it may have at most 1000 groups',
    ],
    [
      'SAML 1.1',
      { edit: (xml) => xml.replace('Version="2.0"', 'Version="1.1"') },
      'it is not a SAML 2.0 response',
    ],
  ])('%s is refused, whatever is signed', async (_, says, reason) => {
    for (const signs of ['assertion', 'response'] as const)
      expect(await outcome(await said(says, { signs }))).toBe(reason)
  })

  test('allows clocks to differ by one minute, and no more', async () => {
    const response = await said()
    expect(await outcome(response, at(359))).toBe('lets in ada@clinic.example')
    expect(await outcome(response, at(361))).toBe('it has expired')
    expect(await outcome(response, at(-60))).toBe('lets in ada@clinic.example')
    expect(await outcome(response, at(-70))).toBe('it is not valid yet')
  })
})

describe('an invalid response', () => {
  const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
  test.each<[string, string, string]>([
    ['nothing', '', 'it is not base64'],
    ['no base64', '<samlp:Response/>', 'it is not base64'],
    ['no XML', base64('hello'), 'it is not well-formed XML'],
    ['XML that does not end', base64('<a><b></a>'), 'it is not well-formed XML'],
    ['no UTF-8', base64(Buffer.from([0xff, 0xfe])), 'it is not UTF-8'],
    ['something else', base64('<samlp:LogoutResponse/>'), 'it is not well-formed XML'],
    [
      'the answer to signing out',
      base64('<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"/>'),
      'it is not a SAML 2.0 response',
    ],
    [
      'entities',
      base64('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
      'it may not have a document type',
    ],
  ])('%s is refused', async (_, response, reason) => expect(await outcome(response)).toBe(reason))

  test('refuses an encrypted assertion', async () => {
    const encrypted = (xml: string) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')
    expect(await outcome(forge(await said(), encrypted))).toBe(
      'its assertion is encrypted, which is not supported',
    )
  })

  test('refuses nested namespaces, whatever the signature', async () => {
    const open = Array.from({ length: 501 }, (_, at) => `<a xmlns:a${at}="u">`).join('')
    const around = (xml: string) =>
      xml.replace('<samlp:Status>', `<samlp:Extensions>${open}${'</a>'.repeat(501)}</samlp:Extensions>$&`)
    expect(await outcome(forge(await said({}, { signs: 'response' }), around))).toBe(
      'it declares too many namespaces',
    )
  })

  test.each([1_900, 20_000])('refuses %i nested elements without a crash', async (depth) => {
    const deep = `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
    const around = (xml: string) =>
      xml.replace('<samlp:Status>', `<samlp:Extensions>${deep}</samlp:Extensions>$&`)
    expect(await outcome(forge(await said({}, { signs: 'response' }), around))).not.toMatch(/^lets in/)
  })

  test('refuses more attributes than providers send', async () => {
    const attributes = Array.from({ length: 8_001 }, (_, at) => ` a${at}='1'`).join('')
    const around = (xml: string) =>
      xml.replace('<samlp:Status>', `<samlp:Extensions${attributes}/><samlp:Status>`)
    expect(await outcome(forge(await said(), around))).toBe('it has too many attributes')
  })

  test('refuses more elements than providers send before it looks for the signature, which takes seconds', async () => {
    const around = (xml: string) =>
      xml.replace('<samlp:Status>', `<samlp:Extensions>${'<a/>'.repeat(4_000)}</samlp:Extensions>$&`)
    expect(await outcome(forge(await said({}, { signs: 'response' }), around))).toBe(
      'it has too many elements',
    )
  })
})
