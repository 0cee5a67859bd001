import type { SamlProviderRow } from '../database/schema.ts'
import { identityView, inside, resource } from '../kit/resource.ts'
import type { SamlProvider } from '../kit/saml.ts'
import { silo } from './silo.ts'

/** Where the users of a SAML silo sign in. The private key is never shown. */
export const samlProvider = resource({
  kind: 'saml-identity-provider',
  table: 'saml_provider',
  selector: 'provider',
  parent: inside(silo, 'silo_id'),
  view: (row) => ({
    ...identityView(row),
    technicalContactEmail: row.technical_contact_email,
    spClientId: row.sp_client_id,
    acsUrl: row.acs_url,
    sloUrl: row.slo_url,
    idpEntityId: row.idp_entity_id,
    groupAttributeName: row.group_attribute_name,
    publicCert: row.public_cert,
  }),
})

/** A provider as the host's SAML wants it. */
export const toSamlProvider = (row: SamlProviderRow): SamlProvider => ({
  idpMetadata: row.idp_metadata,
  idpEntityId: row.idp_entity_id,
  spClientId: row.sp_client_id,
  acsUrl: row.acs_url,
  groupAttributeName: row.group_attribute_name,
  signingKeypair:
    row.public_cert && row.private_key ? { publicCert: row.public_cert, privateKey: row.private_key } : null,
})
