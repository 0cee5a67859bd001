import { storedJson } from '../kit/base/stored-json.ts'
import { federatedPower, fleetReach, type PowerReason, powerRefusal } from '@granary/domain/fleet-power.ts'
import { type FleetRole, fleetRoleIncludes, grantsOf } from '@granary/domain/roles.ts'
import type { RoleAssignmentRow, SiloGroupRow, SiloRow, SiloUserRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { forbidden, invalidRequest } from '../kit/base/errors.ts'
import { rolesHeldBy } from './held-roles.ts'
import type { Reader } from '../kit/context/reader.ts'

type Mapping = Pick<SiloRow, 'mapped_fleet_roles'>

/** Returns a silo's map from its roles to fleet roles. */
const mappedBy = ({ mapped_fleet_roles }: Mapping) => storedJson<Record<string, string[]>>(mapped_fleet_roles)

/** Returns the strongest fleet role that a user may get through a provider or token of a silo. */
export const powerOf = (
  { max_fleet_role: limit }: { max_fleet_role: FleetRole | null },
  silo: Mapping,
): FleetRole | null => federatedPower(limit, mappedBy(silo))

/** Returns the strongest fleet role that anyone in a silo has or can get without the fleet's consent. */
async function reachOf(db: Reader, siloId: string): Promise<FleetRole | null> {
  const silo = await mappingOf(db, siloId)
  const held = db.selectFrom('role_assignment').select('role').where('resource_id', '=', 'fleet')
  const roles = await held
    .where((row) =>
      row.or(
        (['silo_user', 'silo_group'] as const).map((table) =>
          row('identity_id', 'in', row.selectFrom(table).select('id').where('silo_id', '=', siloId)),
        ),
      ),
    )
    .execute()
  return fleetReach(
    mappedBy(silo),
    roles.map(({ role }) => role),
  )
}

/** Returns the fleet role of a user, also while they are inactive, because they can become active again. */
export const fleetRoleOfUser = async (
  db: Reader,
  { id, silo_id }: Pick<SiloUserRow, 'id' | 'silo_id'>,
): Promise<FleetRole | null> =>
  fleetRoleBy(db, silo_id, await rolesHeldBy(db, id, ['fleet', silo_id]).execute())

/** Returns the fleet role that a group gives its members. */
const fleetRoleOfGroup = async (
  db: Reader,
  { id, silo_id }: Pick<SiloGroupRow, 'id' | 'silo_id'>,
): Promise<FleetRole | null> =>
  fleetRoleBy(
    db,
    silo_id,
    await db
      .selectFrom('role_assignment')
      .select(['resource_kind', 'resource_id', 'role'])
      .where('resource_id', 'in', ['fleet', silo_id])
      .where('identity_id', '=', id)
      .execute(),
  )

type Assignment = Pick<RoleAssignmentRow, 'resource_kind' | 'resource_id' | 'role'>

async function fleetRoleBy(
  db: Reader,
  siloId: string,
  assignments: readonly Assignment[],
): Promise<FleetRole | null> {
  const silo = await mappingOf(db, siloId)
  const levels = assignments.map((row) => ({
    level: row.resource_kind,
    resourceId: row.resource_id,
    role: row.role,
  }))
  return grantsOf(levels, siloId, mappedBy(silo)).fleet
}

const mappingOf = (db: Reader, siloId: string): Promise<Mapping> =>
  db.selectFrom('silo').select('mapped_fleet_roles').where('id', '=', siloId).executeTakeFirstOrThrow()

/**
 * The one rule about fleet roles: no caller acts on a user or group with a stronger fleet role than their own, or makes
 * something that can act as one. An identity provider's own requests (SCIM) have the power of their token.
 * @throws ApiError 403 that names the needed role.
 */
export function requirePower(context: Context, needed: FleetRole | null, reason: PowerReason): void {
  if (needed === null) return
  const { provisioner } = context
  const held = provisioner ? provisioner.fleetRole : actorOf(context).grants.fleet
  if (fleetRoleIncludes(held, needed)) return
  throw forbidden(
    provisioner
      ? `this SCIM token may not change users or groups with the fleet role "${needed}"`
      : powerRefusal(needed, reason),
  )
}

/**
 * Checks a new limit of the fleet role that a provider or token of a silo may give.
 * @throws ApiError 403 for a stronger role than the caller's, 400 for a weaker one than users or groups have.
 */
export async function checkLimit(context: Context, siloId: string, limit: FleetRole | null): Promise<void> {
  requirePower(context, limit, 'grants')
  const reach = await reachOf(context.db, siloId)
  if (!fleetRoleIncludes(federatedPower(limit, mappedBy(await mappingOf(context.db, siloId))), reach))
    throw invalidRequest(
      `users or groups of the silo have the fleet role "${reach}": withdraw it before lowering the limit`,
    ).at('max_fleet_role', 'not_allowed')
}

/** @throws ApiError 403 without the strongest fleet role of anyone in a silo. */
export const requirePowerOverSilo = async (context: Context, siloId: string): Promise<void> =>
  requirePower(context, await reachOf(context.db, siloId), 'everyone')

/** @throws ApiError 403 without the fleet role of a user. Everyone may act on themselves. */
export async function requirePowerOverUser(context: Context, user: SiloUserRow): Promise<void> {
  if (context.actor?.userId === user.id) return
  requirePower(context, await fleetRoleOfUser(context.db, user), 'user')
}

/** @throws ApiError 403 without the fleet role that a group gives its members. */
export const requirePowerOverGroup = async (context: Context, group: SiloGroupRow): Promise<void> =>
  requirePower(context, await fleetRoleOfGroup(context.db, group), 'group')
