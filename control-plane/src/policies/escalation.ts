import type { RoleAssignment } from '@granary/domain/policies.ts'
import { fleetRoleFrom, fleetRoleIncludes, type SiloRole } from '@granary/domain/roles.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { forbidden } from '../kit/errors.ts'

/**
 * Where a role of a silo gives a role of the fleet, giving the one is giving the other: who looks after silos as
 * collaborator of the fleet does not make anybody its admin so.
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
  const { fleet } = actorOf(context).grants
  for (const { roleName } of given) {
    const follows = fleetRoleFrom(roleName as SiloRole, mapped)
    if (!fleetRoleIncludes(fleet, follows))
      throw forbidden(
        `the role "${roleName}" in this silo gives the role "${follows}" on the fleet, which only who has that one may give`,
      )
  }
}
