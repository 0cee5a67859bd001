import type { SamlIdentityProviderUpdate } from '@granary/contract/identity-providers.ts'
import type { z } from 'zod'
import type { SamlProviderRow } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'
import type { Found } from '../kit/lookup.ts'
import { checkLimit } from '../kinds/fleet-power.ts'
import { samlProvider } from '../kinds/saml-provider.ts'

/**
 * Changes the settings of a provider; fields that are left out stay unchanged.
 * @throws ApiError 403 for a stronger fleet role than the caller's, 400 for a weaker one than users of the silo have.
 */
export async function changeProvider(
  context: Context,
  found: Found<'saml_provider'>,
  { maxFleetRole }: z.output<typeof SamlIdentityProviderUpdate>,
): Promise<SamlProviderRow> {
  if (maxFleetRole === undefined) return found.row
  await checkLimit(context, found.row.silo_id, maxFleetRole)
  return samlProvider.update(context, found, { max_fleet_role: maxFleetRole })
}
