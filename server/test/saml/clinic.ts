import type { Client } from '../server.ts'
import { ENTITY_ID, identityProvider, type Options, type Says, SP_CLIENT_ID } from './identity-provider.ts'

export type Clinic = ReturnType<typeof identityProvider> & {
  path: string
  acsUrl: string
  /** Posts a response from the provider's site, as a browser does: without our cookies. */
  post: (response: string, relayState?: string, headers?: Record<string, string>) => Promise<Response>
  /** Follows an accepted response. @returns the session's cookie, '' when there is none. */
  finish: (accepted: Response) => Promise<string>
  /** Signs a response with these claims and posts it. @returns the session's cookie, '' when there is none. */
  signIn: (says: Says) => Promise<string>
}

/** Creates silo `clinic` on a server, whose users come from an identity provider. */
export async function openClinic(
  server: Client & { url: string },
  {
    mode = 'saml_jit',
    options = {},
    provider = {},
  }: { mode?: string; options?: Options; provider?: object } = {},
): Promise<Clinic> {
  const cookie = await server.signIn()
  const path = '/login/clinic/saml/keycloak'
  const acsUrl = server.url + path
  const idp = identityProvider(acsUrl, options)
  const made = await server.send(
    'POST',
    '/v1/system/silos',
    {
      name: 'clinic',
      description: '',
      identity_mode: mode,
      discoverable: true,
      quotas: { cpus: 0, memory: 0, storage: 0 },
      tls_certificates: [],
      mapped_fleet_roles: {},
      admin_group_name: 'chiefs',
    },
    { cookie },
  )
  const added = await server.send(
    'POST',
    '/v1/system/identity-providers/saml?silo=clinic',
    {
      name: 'keycloak',
      description: '',
      technical_contact_email: 'help@idp.example',
      sp_client_id: SP_CLIENT_ID,
      acs_url: acsUrl,
      slo_url: `${server.url}/logout`,
      idp_entity_id: ENTITY_ID,
      group_attribute_name: 'groups',
      allow_unsolicited: true,
      idp_metadata_source: {
        type: 'base64_encoded_xml',
        data: Buffer.from(idp.metadata).toString('base64'),
      },
      ...provider,
    },
    { cookie },
  )
  for (const answer of [made, added]) if (answer.status !== 201) throw new Error(await answer.text())

  const post: Clinic['post'] = (response, relayState, headers = {}) =>
    fetch(acsUrl, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site', ...headers },
      body: new URLSearchParams({
        SAMLResponse: response,
        ...(relayState === undefined ? {} : { RelayState: relayState }),
      }),
    })
  const finish: Clinic['finish'] = async (accepted) => {
    const location = accepted.headers.get('location')
    const finished = location ? await server.get(location) : null
    return finished?.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  return {
    ...idp,
    path,
    acsUrl,
    post,
    finish,
    async signIn(says) {
      return finish(await post(await idp.say(says)))
    },
  }
}
