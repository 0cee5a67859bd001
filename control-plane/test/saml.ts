import type { World } from './world.ts'
import type { Named, SamlProviderRow } from '../src/database/schema.ts'
import { type Saml, SamlRefusal, type SamlSubject } from '../src/kit/base/saml.ts'

/** Returns the stored row of a silo's identity provider. */
export const samlProviderRow = (siloId: string, named: Named): SamlProviderRow => ({
  ...named,
  silo_id: siloId,
  idp_metadata: '<EntityDescriptor/>',
  idp_entity_id: 'https://idp.example',
  sp_client_id: 'granary',
  acs_url: 'https://main.example/login/main/saml/keycloak',
  slo_url: 'https://main.example/logout',
  technical_contact_email: 'help@idp.example',
  group_attribute_name: 'groups',
  public_cert: null,
  private_key: null,
  max_fleet_role: 'admin',
  enabled: 1,
  allow_unsolicited: 0,
  missing_groups: 'keep',
  user_id_attribute: null,
})

/** Returns a body that creates a provider. */
export const newProvider = (name = 'keycloak', more: object = {}) => ({
  name,
  description: 'Sign in here',
  technical_contact_email: 'help@idp.example',
  sp_client_id: 'granary',
  acs_url: `https://clinic.example/login/clinic/saml/${name}`,
  slo_url: 'https://clinic.example/logout',
  idp_entity_id: 'https://idp.example',
  idp_metadata_source: { type: 'base64_encoded_xml', data: btoa('<EntityDescriptor/>') },
  ...more,
})

/**
 * SAML without XML: metadata is valid unless empty, and a response is the subject as JSON in base64. The server's own
 * tests cover signatures.
 */
export const pretendedSaml: Saml = {
  fetchMetadata: async (url) => {
    if (url.includes('nowhere')) throw new SamlRefusal('it does not answer')
    return `<EntityDescriptor from="${url}"/>`
  },
  metadataProblem: async ({ idpMetadata }) => (idpMetadata === '' ? 'must have an IDPSSODescriptor' : null),
  keyPairProblem: ({ privateKey }) =>
    privateKey === 'other' ? { part: 'privateKey', problem: 'is not the key of the certificate' } : null,
  redirectUrl: async ({ idpEntityId }, { id, relayState }) =>
    `${idpEntityId}/sso?${new URLSearchParams({ id, RelayState: relayState }).toString()}`,
  requestOf: (response) => /"inResponseTo":"(.*?)"/.exec(atob(response))?.[1] ?? null,
  describe: (response) => {
    try {
      const { nameId } = JSON.parse(atob(response)) as SamlSubject
      const rest = { issuer: null, audience: null, recipient: null, nameIdFormat: null, attributes: [] }
      return { ...rest, nameId }
    } catch {
      return null
    }
  },
  validate: async (_, response) => {
    try {
      const subject = JSON.parse(atob(response)) as SamlSubject
      return { ...subject, expires: new Date(subject.expires) }
    } catch {
      throw new SamlRefusal('it is not signed')
    }
  },
}

/** Returns an assertion about a user, `ada` by default, that answers no request. */
export const samlSubject = (more: Partial<SamlSubject> = {}): SamlSubject => ({
  nameId: 'ada@clinic.example',
  displayName: null,
  groups: [],
  assertionId: `_${crypto.randomUUID()}`,
  expires: new Date('2100-01-01'),
  inResponseTo: null,
  ...more,
})

/** Where a browser ends up: the last answer after its redirects within the site. */
type Arrived = { status: number; location: string | null; message: string | undefined }

/** A browser with cookies. Posts from another site carry none, as `SameSite=Lax` says. */
export function openBrowser({ controlPlane }: World) {
  const cookies = new Map<string, string>()

  const send = async (path: string, init: RequestInit, fromOtherSite = false): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await controlPlane.fetch(
      new Request(`http://test${path}`, {
        ...init,
        headers: { ...(fromOtherSite || !cookie ? {} : { cookie }), ...(init.headers as object) },
      }),
    )
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=') as [string, string]
      cookies.set(name, value)
    }
    return response
  }

  /** Follows the redirects that are requests to the API. */
  const arrive = async (response: Response): Promise<Arrived> => {
    const location = response.headers.get('location')
    if (location && /^\/login\/.*\/finish\?/.test(location))
      return arrive(await send(location, { method: 'GET' }))
    const text = await response.text()
    const message = text ? (JSON.parse(text) as { message?: string }).message : undefined
    return { status: response.status, location, message }
  }

  return {
    send,
    /** The session's cookie, '' without one. */
    session: (): string => {
      const token = cookies.get('granary-session')
      return token ? `granary-session=${token}` : ''
    },
    /** Requests the redirect to a provider. @returns the request's id. */
    async begin(path = 'clinic/saml/keycloak', redirectUri = '/projects'): Promise<string> {
      const query = new URLSearchParams({ redirect_uri: redirectUri }).toString()
      const response = await send(`/login/${path}/redirect?${query}`, { method: 'GET' })
      const location = response.headers.get('location')
      if (!location) throw new Error(await response.text())
      return new URL(location).searchParams.get('id')!
    },
    /** Posts a provider's response from the provider's site. */
    async post(
      subject: SamlSubject | string,
      { relayState, path = 'clinic/saml/keycloak' }: { relayState?: string; path?: string } = {},
    ): Promise<Arrived> {
      const body = new URLSearchParams({
        SAMLResponse: typeof subject === 'string' ? subject : btoa(JSON.stringify(subject)),
        ...(relayState === undefined ? {} : { RelayState: relayState }),
      })
      return arrive(await send(`/login/${path}`, { method: 'POST', body }, true))
    },
  }
}
