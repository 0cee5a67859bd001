import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { SamlProvider } from '@granary/control-plane/kit/base/saml.ts'
import {
  ENTITY_ID,
  identityProvider,
  type Options,
  type Says,
  SP_CLIENT_ID,
} from '../../test/saml/identity-provider.ts'
import { sp } from '../../test/saml/keys.ts'
import { createSaml } from './saml.ts'

const ACS = 'https://clinic.sys.example/login/clinic/saml/keycloak'
const saml = createSaml({ allowedNetworks: ['127.0.0.0/8', '::1'] })

const providerOf = (metadata: string): SamlProvider => ({
  idpMetadata: metadata,
  idpEntityId: ENTITY_ID,
  spClientId: SP_CLIENT_ID,
  acsUrl: ACS,
  groupAttributeName: 'groups',
  userIdAttribute: null,
  signingKeypair: null,
  siloId: 'clinic',
})

const validate = async (says: Says = {}, options: Options = {}, now = new Date()) => {
  const idp = identityProvider(ACS, options)
  return saml.validate(providerOf(identityProvider(ACS).metadata), await idp.say(says), now)
}

test.each(['assertion', 'response', 'both'] as const)('accepts a signature of the %s', async (signs) => {
  const subject = await validate(
    {
      nameId: 'ada',
      attributes: { groups: ['a, b ,,', 'c', 'b'], displayName: ['Ada L.'] },
      inResponseTo: '_1',
    },
    { signs },
  )
  expect(subject).toMatchObject({
    nameId: 'ada',
    displayName: 'Ada L.',
    groups: ['a', 'b', 'c'],
    inResponseTo: '_1',
  })
  expect(subject.expires.getTime()).toBeGreaterThan(Date.now() + 300_000)
})

test('the absence of the attribute with groups is not an empty list', async () => {
  expect((await validate({ attributes: { groups: [] } })).groups).toEqual([])
  expect((await validate({ attributes: { groups: [''] } })).groups).toEqual([])
  expect((await validate({ attributes: { roles: ['nurses'] } })).groups).toBeNull()
  const link = 'http://schemas.microsoft.com/claims/groups.link'
  expect((await validate({ attributes: { [link]: ['https://graph.example/1'] } })).groups).toBeNull()
})

test('keeps a distinguished name of a group whole', async () => {
  const { groups } = await validate({ attributes: { groups: ['CN=nurses,OU=Groups,DC=clinic', 'a,b'] } })
  expect(groups).toEqual(['CN=nurses,OU=Groups,DC=clinic', 'a', 'b'])
})

test('refuses a NameID that is another one at each sign-in, unless an attribute identifies users', async () => {
  const says: Says = {
    tags: { NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    attributes: { uid: ['ada'] },
  }
  await expect(validate(says)).rejects.toThrow('its NameID is transient')
  const byAttribute = async (attributes: Record<string, string[]>) => {
    const provider = { ...providerOf(identityProvider(ACS).metadata), userIdAttribute: 'uid' }
    return saml.validate(provider, await identityProvider(ACS).say({ ...says, attributes }), new Date())
  }
  expect((await byAttribute({ uid: ['ada'] })).nameId).toBe('ada')
  for (const attributes of [{}, { uid: [] }, { uid: [''] }, { uid: ['ada', 'eve'] }])
    await expect(byAttribute(attributes as never)).rejects.toThrow(
      'it must have the attribute that identifies users, with one value',
    )
})

test('takes a group that is repeated thousands of times once', async () => {
  const { groups } = await validate({ attributes: { groups: ['c,'.repeat(20_000)] } })
  expect(groups).toEqual(['c'])
})

test('a name with an invisible space is not the name without it', async () => {
  for (const space of ['\u00a0', '\ufeff', '\u2003']) {
    const { nameId, groups } = await validate({
      nameId: `${space}ada`,
      attributes: { groups: [`a, ${space}chiefs ,\n b\t`] },
    })
    expect([nameId, groups]).toEqual([`${space}ada`, ['a', `${space}chiefs`, 'b']])
  }
})

const redirect = async (
  relayState: string,
  options: Options & { pair?: SamlProvider['signingKeypair'] } = {},
) => {
  const idp = identityProvider(ACS, options)
  const provider = { ...providerOf(idp.metadata), signingKeypair: options.pair ?? null }
  const url = await saml.redirectUrl(provider, { id: '_request', relayState })
  return { url: new URL(url), received: await idp.receive(url) }
}

test('sends the issuer, the ACS URL and the requested page with a request', async () => {
  const { url, received } = await redirect('/projects?a=b&c=d#e')
  expect(received).toEqual({ id: '_request', relayState: '/projects?a=b&c=d#e' })
  expect(url.origin + url.pathname).toBe('https://idp.example/sso')
  expect([...url.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState'])
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
  expect(xml).toContain(`AssertionConsumerServiceURL="${ACS}"`)
  expect(xml).toContain(`>${SP_CLIENT_ID}</saml:Issuer>`)
  expect(xml).toContain('Destination="https://idp.example/sso"')
  expect([...(await redirect('')).url.searchParams.keys()]).toEqual(['SAMLRequest'])
})

test.each(['/projects', "/a (b)!~*'c", '/search?q=ä+ö%20&x=%2F', '/a?b=c d'])(
  'signs a request with a key pair so that the provider can verify it: %s',
  async (page) => {
    const pair = { publicCert: sp.certificate, privateKey: sp.privateKey }
    const { url, received } = await redirect(page, { pair, wantSignedRequests: true })
    expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    expect(new URL(received.relayState, ACS).href).toBe(new URL(page, ACS).href.replace(/[!'()~]/g, escaped))
  },
)

test('is refused by the provider with an unsigned request where requests must be signed', async () => {
  await expect(redirect('/', { wantSignedRequests: true })).rejects.toThrow()
})

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

test.each(['assertion', 'response', 'both'] as const)(
  'finds the request of a response, %s signed',
  async (signs) => {
    const idp = identityProvider(ACS, { signs })
    const asked = `_${crypto.randomUUID()}`
    const response = await idp.say({ inResponseTo: asked })
    expect(saml.requestOf(response)).toBe(asked)
    expect(saml.requestOf(response.replace(/.{76}/g, '$&\r\n'))).toBe(asked)
    expect(saml.requestOf(await idp.say({ inResponseTo: undefined }))).toBeNull()
    expect(saml.requestOf('no base64')).toBeNull()
  },
)
