import { samlProvider } from '../kinds/saml-provider.ts'
import type { Saml } from '../kit/base/saml.ts'
import type { Dataset } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

/**
 * Plans the identity providers of SAML silos.
 * @param saml checks the metadata, if the host supports SAML; without it nobody can sign in anyway.
 */
export async function planIdentityProviders(
  plan: Plan,
  dataset: Dataset,
  { saml, now }: { saml: Saml | undefined; now: Date },
): Promise<void> {
  for (const { path, value } of dataset.identity_providers) {
    const silo = plan.silo(path, value)
    if (silo.identity_mode === 'local_only')
      fail(`${path}.silo`, `the users of silo "${silo.name}" have passwords in it; name one in a SAML mode`)
    const metadata = { siloId: silo.id, idpMetadata: value.idp_metadata, idpEntityId: value.idp_entity_id }
    const problem = await saml?.metadataProblem(metadata, now)
    if (problem) fail(`${path}.idp_metadata`, problem)
    const scope = { siloId: silo.id, projectId: null }
    plan.of(samlProvider).add({ path, scope }, value, () => ({
      silo_id: silo.id,
      idp_metadata: value.idp_metadata,
      idp_entity_id: value.idp_entity_id,
      sp_client_id: value.sp_client_id,
      acs_url: value.acs_url,
      slo_url: value.slo_url,
      technical_contact_email: value.technical_contact_email,
      group_attribute_name: value.group_attribute_name ?? null,
      public_cert: null,
      private_key: null,
      // The operator who loads the data set trusts it.
      max_fleet_role: 'admin',
      enabled: 1,
      allow_unsolicited: 0,
      missing_groups: 'keep',
      user_id_attribute: null,
    }))
  }
}
