import type { Named, SamlProviderRow } from '../src/database/schema.ts'
import { type Saml, SamlRefusal, type SamlSubject } from '../src/kit/saml.ts'

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
  metadataProblem: (xml) => (xml === '' ? 'must have an IDPSSODescriptor' : null),
  keyPairProblem: ({ privateKey }) =>
    privateKey === 'other' ? { part: 'privateKey', problem: 'is not the key of the certificate' } : null,
  redirectUrl: async ({ idpEntityId }, { id, relayState }) =>
    `${idpEntityId}/sso?${new URLSearchParams({ id, RelayState: relayState }).toString()}`,
  validate: async (_, response) => {
    try {
      const subject = JSON.parse(atob(response)) as SamlSubject
      return { ...subject, expires: new Date(subject.expires) }
    } catch {
      throw new SamlRefusal('it is not signed')
    }
  },
}
