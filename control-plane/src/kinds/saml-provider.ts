import { isUuid } from '@granary/domain/names.ts'
import type { SamlProviderRow } from '../database/schema.ts'
import { may, mayRead } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { forbidden, hidden, invalidRequest, notFound } from '../kit/base/errors.ts'
import { find, type Found, type Selectors } from '../kit/resources/lookup.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside, type Permission } from '../kit/resources/resource.ts'
import type { SamlProvider } from '../kit/base/saml.ts'
import { silo } from './silo.ts'

/** Returns the settings of a provider that can change. */
export const providerSettings = (row: SamlProviderRow) => ({
  enabled: row.enabled === 1,
  allowUnsolicited: row.allow_unsolicited === 1,
  maxFleetRole: row.max_fleet_role,
  missingGroups: row.missing_groups,
  userIdAttribute: row.user_id_attribute,
})

/** The identity provider of a SAML silo. The private key is never shown. */
export const samlProvider = kind({
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
    ...providerSettings(row),
  }),
})

/** Returns a provider in the form that the host's SAML expects. */
export const toSamlProvider = (row: SamlProviderRow): SamlProvider => ({
  siloId: row.silo_id,
  idpMetadata: row.idp_metadata,
  idpEntityId: row.idp_entity_id,
  spClientId: row.sp_client_id,
  acsUrl: row.acs_url,
  groupAttributeName: row.group_attribute_name,
  userIdAttribute: row.user_id_attribute,
  signingKeypair:
    row.public_cert && row.private_key ? { publicCert: row.public_cert, privateKey: row.private_key } : null,
})

/**
 * Finds a provider by its ID alone, or by name in the query's silo.
 * @throws ApiError 404 when it doesn't exist or the caller can't read it, 403 without the permission, 400 when an ID comes with a silo or
 * a name without one.
 */
export async function findProvider(
  context: Context,
  selectors: Selectors,
  permission: Permission,
): Promise<Found<'saml_provider'>> {
  const provider = String(selectors.provider)
  const { kind } = samlProvider
  const rows = context.db.selectFrom('saml_provider').selectAll()
  if (isUuid(provider)) {
    if (selectors.silo) throw invalidRequest('when providing provider as an ID, silo should not be specified')
    const row = await rows.where('id', '=', provider).executeTakeFirst()
    const scope = row && { siloId: row.silo_id, projectId: null }
    if (!row || !scope) throw notFound(kind, { id: provider })
    if (!mayRead(context, scope, kind)) throw hidden(kind, { id: provider })
    if (!may(context, scope, permission)) throw forbidden()
    return { row, scope }
  }
  if (!selectors.silo) throw invalidRequest('provider should either be an ID or silo should be specified')
  const { row: holder, scope } = await find(context, silo, { silo: selectors.silo }, permission)
  const row = await rows.where('silo_id', '=', holder.id).where('name', '=', provider).executeTakeFirst()
  if (!row) throw notFound(kind, { name: provider })
  return { row, scope }
}
