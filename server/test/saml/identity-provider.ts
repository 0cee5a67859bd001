import { createPrivateKey } from 'node:crypto'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { idp as ownKeys, sp as ourKeys } from './keys.ts'

// The library requires a validator for the XML schemas; it only reads XML made by this file here.
setSchemaValidator({ validate: async () => 'not validated' })

export const ENTITY_ID = 'https://idp.example/metadata'
export const SP_CLIENT_ID = 'https://granary.example/clinic'
const { redirect, post } = Constants.namespace.binding

type Keys = { certificate: string; privateKey: string }

export type Options = {
  /** Address of the provider's sign-in. */
  signOnUrl?: string
  /** The parts that it signs: the assertion, the response around it, or both. */
  signs?: 'assertion' | 'response' | 'both'
  algorithm?: string
  keys?: Keys
  /** Whether requests to it must be signed, by the keys of the service provider. */
  wantSignedRequests?: boolean
}

/** Claims about a user. Missing ones get a valid value. */
export type Says = {
  nameId?: string
  attributes?: Record<string, string[]>
  /** The request that it answers; none when the provider starts the sign-in. */
  inResponseTo?: string | undefined
  /** Replaces values of the library's template by name. */
  tags?: Record<string, string>
  /** Changes the XML before it is signed. */
  edit?: (xml: string) => string
}

/** A SAML identity provider (the one of samlify) that signs any claims, valid or not. */
export function identityProvider(acsUrl: string, options: Options = {}) {
  const { signs = 'assertion', keys = ownKeys, wantSignedRequests = false } = options
  const idp = IdentityProvider({
    entityID: ENTITY_ID,
    signingCert: keys.certificate,
    privateKey: pem(keys.privateKey),
    wantAuthnRequestsSigned: wantSignedRequests,
    requestSignatureAlgorithm: options.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'],
    // The library requires one.
    singleLogoutService: [{ Binding: post, Location: 'https://idp.example/logout' }],
    singleSignOnService: [
      { Binding: redirect, Location: options.signOnUrl ?? 'https://idp.example/sso' },
      { Binding: post, Location: options.signOnUrl ?? 'https://idp.example/sso' },
    ],
  })
  const sp = ServiceProvider({
    entityID: SP_CLIENT_ID,
    signingCert: ourKeys.certificate,
    authnRequestsSigned: wantSignedRequests,
    wantAssertionsSigned: signs !== 'response',
    wantMessageSigned: signs !== 'assertion',
    assertionConsumerService: [{ Binding: post, Location: acsUrl }],
  })

  return {
    metadata: idp.getMetadata(),
    /**
     * Reads a request that a browser carried, and checks its signature where requests must have one. @returns its id.
     */
    async receive(location: string): Promise<{ id: string; relayState: string }> {
      const { search, searchParams } = new URL(location)
      const octetString = search.slice(1).replace(/&Signature=.*/, '')
      const query = Object.fromEntries(searchParams)
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query, octetString })
      return { id: extract.request!.id as string, relayState: searchParams.get('RelayState') ?? '' }
    },
    /** @returns a signed response, base64. */
    async say({ nameId = 'ada@clinic.example', attributes = {}, inResponseTo, tags, edit }: Says = {}) {
      const now = Date.now()
      const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
      const values = {
        ID: `_${crypto.randomUUID()}`,
        AssertionID: `_${crypto.randomUUID()}`,
        IssueInstant: at(0),
        Destination: acsUrl,
        SubjectRecipient: acsUrl,
        Audience: SP_CLIENT_ID,
        Issuer: ENTITY_ID,
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        NameID: nameId,
        ConditionsNotBefore: at(-5),
        ConditionsNotOnOrAfter: at(300),
        SubjectConfirmationDataNotOnOrAfter: at(300),
        InResponseTo: inResponseTo ?? '',
        ...tags,
      }
      const made = (template: string) => {
        const whole = template
          .replace('{AuthnStatement}', `<saml:AuthnStatement AuthnInstant="${at(0)}"/>`)
          .replace('{AttributeStatement}', statement(attributes))
        const answered =
          inResponseTo === undefined ? whole.replaceAll(' InResponseTo="{InResponseTo}"', '') : whole
        const xml = SamlLib.replaceTagsByValue(answered, values)
        return { id: values.ID, context: edit ? edit(xml) : xml }
      }
      const answer = await idp.createLoginResponse(sp, {} as never, 'post', {}, {
        customTagReplacement: made,
      } as never)
      return answer.context
    },
  }
}

const statement = (attributes: Record<string, string[]>): string => {
  const each = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  return each.length === 0 ? '' : `<saml:AttributeStatement>${each.join('')}</saml:AttributeStatement>`
}

const pem = (base64: string): string =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs1' }).export({
    type: 'pkcs1',
    format: 'pem',
  }) as string
