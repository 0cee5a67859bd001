import type { SamlIdentityProviderUpdate } from '@granary/contract/schemas/identity-providers.ts'
import { weakerFleetRole } from '@granary/domain/fleet-power.ts'
import type { z } from 'zod'
import type { SamlProviderRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { checkLimit } from '../kinds/fleet-power.ts'
import { samlProvider } from '../kinds/saml-provider.ts'
import { forgetAnswers, withdrawing } from './withdraw.ts'

/**
 * Changes the settings of a provider; fields that are left out stay unchanged. Disabling it ends the access of users that
 * signed in through it.
 * @throws ApiError 403 for a stronger fleet role than the caller's; 400 for a weaker one than users of the silo have, and
 * if the fleet would be left without an admin who can sign in.
 */
export async function changeProvider(
  context: Context,
  found: Found<'saml_provider'>,
  {
    maxFleetRole,
    enabled,
    allowUnsolicited,
    missingGroups,
    userIdAttribute,
  }: z.output<typeof SamlIdentityProviderUpdate>,
): Promise<SamlProviderRow> {
  const { row } = found
  if (maxFleetRole !== undefined) await checkLimit(context, row.silo_id, maxFleetRole)
  const write = () =>
    samlProvider.update(context, found, {
      ...(maxFleetRole === undefined ? {} : { max_fleet_role: maxFleetRole }),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
      ...(allowUnsolicited === undefined ? {} : { allow_unsolicited: allowUnsolicited ? 1 : 0 }),
      ...(missingGroups === undefined ? {} : { missing_groups: missingGroups }),
      ...(userIdAttribute === undefined ? {} : { user_id_attribute: userIdAttribute?.trim() || null }),
    })
  return enabled === false && row.enabled ? withdrawing(context, row, write) : write()
}

/**
 * Replaces the metadata of a provider. The caller is its maker from now on, so its limit is at most the caller's own
 * fleet role. Answers that were signed with the replaced keys, and have started no session yet, start none.
 */
export async function replaceMetadata(
  context: Context,
  found: Found<'saml_provider'>,
  { metadata, entityId }: { metadata: string; entityId: string },
): Promise<SamlProviderRow> {
  await forgetAnswers(context, found.row)
  return samlProvider.update(context, found, {
    idp_metadata: metadata,
    idp_entity_id: entityId,
    max_fleet_role: weakerFleetRole(found.row.max_fleet_role, actorOf(context).grants.fleet),
  })
}
