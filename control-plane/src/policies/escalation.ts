import type { RoleAssignment } from '@granary/domain/policies.ts'
import { fleetRoleFrom, type SiloRole } from '@granary/domain/roles.ts'
import type { Context } from '../kit/context.ts'
import { requirePower } from '../kinds/fleet-power.ts'

/**
 * Refuses assignments that give more of the fleet than the caller has. Where a role of a silo is mapped to a role of
 * the fleet, assigning one assigns the other: a collaborator of the fleet must not make an admin of the fleet this way.
 * @param given the assignments that the policy of the silo did not have before.
 * @throws ApiError 403 for a role that gives more than the caller has.
 */
export async function refuseEscalation(
  context: Context,
  siloId: string,
  given: readonly RoleAssignment<string>[],
): Promise<void> {
  if (given.length === 0) return
  const silo = await context.db
    .selectFrom('silo')
    .select('mapped_fleet_roles')
    .where('id', '=', siloId)
    .executeTakeFirstOrThrow()
  const mapped = JSON.parse(silo.mapped_fleet_roles) as Record<string, string[]>
  for (const { roleName } of given)
    requirePower(context, fleetRoleFrom(roleName as SiloRole, mapped), 'silo_role')
}
