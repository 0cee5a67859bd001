import { storedJson } from '../kit/base/stored-json.ts'
import type { RoleAssignment } from '@granary/domain/policies.ts'
import { fleetRoleFrom, type SiloRole } from '@granary/domain/roles.ts'
import type { Context } from '../kit/context/context.ts'
import { requirePower } from '../kinds/fleet-power.ts'

/**
 * Refuses changes of assignments that give more of the fleet than the caller has. Where a role of a silo is mapped to a role
 * of the fleet, assigning one assigns the other, and withdrawing it withdraws the other: a collaborator of the fleet must
 * neither make an admin of the fleet this way nor remove one.
 * @param changed the assignments that only the old or only the new policy of the silo has.
 * @throws ApiError 403 for a role that gives more than the caller has.
 */
export async function refuseEscalation(
  context: Context,
  siloId: string,
  changed: readonly RoleAssignment<string>[],
): Promise<void> {
  if (changed.length === 0) return
  const silo = await context.db
    .selectFrom('silo')
    .select('mapped_fleet_roles')
    .where('id', '=', siloId)
    .executeTakeFirstOrThrow()
  const mapped = storedJson<Record<string, string[]>>(silo.mapped_fleet_roles)
  for (const { roleName } of changed)
    requirePower(context, fleetRoleFrom(roleName as SiloRole, mapped), 'silo_role')
}
