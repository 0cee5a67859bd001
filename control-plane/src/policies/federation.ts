import { fleetRoleIncludes, type FleetRole } from '@granary/domain/roles.ts'
import type { RoleAssignment } from '@granary/domain/policies.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { powerOf } from '../kinds/fleet-power.ts'

/**
 * Refuses fleet roles for users and groups whom an identity provider or a SCIM token can act as without being trusted
 * with that role: otherwise the admin of the silo who made it would get the role too. Raising its limit shows that an
 * admin of the fleet accepts that.
 * @param wanted all assignments of the new policy, for the paths of the problems.
 * @param given those that the policy did not have before.
 * @throws ApiError 400 that names the provider or token.
 */
export async function refuseUntrustedFederation(
  context: Context,
  wanted: readonly RoleAssignment<string>[],
  given: readonly RoleAssignment<string>[],
): Promise<void> {
  for (const assignment of given) {
    const role = assignment.roleName as FleetRole
    const found = (await federationOf(context, assignment)).find(
      (one) => !fleetRoleIncludes(powerOf(one, one), role),
    )
    if (!found) continue
    const what = 'provider' in found ? `identity provider "${found.provider}"` : `SCIM token ${found.token}`
    const has = found.max_fleet_role ? `"${found.max_fleet_role}"` : 'none'
    throw invalidRequest(
      `${what} of silo "${found.silo}" can act as this ${assignment.identityType === 'silo_user' ? 'user' : 'group'}, but its strongest allowed fleet role is ${has}: raise that to "${role}" first, if you trust everyone who set it up`,
    ).at(`role_assignments[${wanted.indexOf(assignment)}].role_name`, 'not_allowed')
  }
}

/** Returns the identity providers and SCIM tokens that can act as a user or group. */
async function federationOf({ db }: Context, { identityId, identityType }: RoleAssignment<string>) {
  const silo = await db
    .selectFrom(identityType)
    .innerJoin('silo', 'silo.id', `${identityType}.silo_id`)
    .select(['silo.id', 'silo.name as silo', 'silo.mapped_fleet_roles'])
    .where(`${identityType}.id`, '=', identityId)
    .executeTakeFirst()
  if (!silo) return []
  const providers = await db
    .selectFrom('saml_provider')
    .select(['name as provider', 'max_fleet_role'])
    .where('silo_id', '=', silo.id)
    .orderBy('name')
    .execute()
  const tokens = await db
    .selectFrom('scim_token')
    .select(['id as token', 'max_fleet_role'])
    .where('silo_id', '=', silo.id)
    .orderBy('time_created')
    .orderBy('id')
    .execute()
  return [...providers, ...tokens].map((one) => ({ ...silo, ...one }))
}
