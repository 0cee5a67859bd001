import { rolesMappedTo, type SiloRole } from '@granary/domain/roles.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'

/**
 * Does something that may take the role of admin from somebody, and refuses it if nobody would have it any more where
 * somebody had it before: nobody in the silo who can sign in, or nobody anywhere who can sign in as admin of the fleet.
 * The refusal takes back what was done, as it ends the transaction.
 * @param siloId the silo that it is about; null where no role in a silo is touched, or the silo itself goes.
 * @throws ApiError 400 that says what would be left without an admin.
 */
export async function keepingAdmins<Result>(
  context: Context,
  siloId: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const siloHad = siloId !== null && (await siloHasAdmin(context, siloId))
  const fleetHad = await fleetHasAdmin(context)
  const result = await work()
  if (siloHad && !(await siloHasAdmin(context, siloId)))
    throw invalidRequest(
      'the silo would be left without an admin: give the role "admin" to another user who can sign in, or to a group of such users, first',
    )
  if (fleetHad && !(await fleetHasAdmin(context)))
    throw invalidRequest(
      'the fleet would be left without an admin: give the role "admin" on the fleet to another user who can sign in, or to a group of such users, first',
    )
  return result
}

/**
 * Whether there is a way in to a silo as its admin: a user who can sign in and has the role, or a group that has it
 * while an identity provider says who is in it, which it may say of somebody at any time.
 */
async function siloHasAdmin(context: Context, siloId: string): Promise<boolean> {
  if (await someoneSignsInWith(context, siloId, ['admin'], siloId)) return true
  const group = await context.db
    .selectFrom('role_assignment')
    .innerJoin('silo_group', 'silo_group.id', 'role_assignment.identity_id')
    .innerJoin('silo', 'silo.id', 'silo_group.silo_id')
    .select('silo_group.id')
    .where('role_assignment.resource_id', '=', siloId)
    .where('role_assignment.role', '=', 'admin')
    .where('silo.id', '=', siloId)
    .where('silo.identity_mode', '!=', 'local_only')
    .limit(1)
    .executeTakeFirst()
  return group !== undefined
}

/** Whether some user can sign in who is admin of the fleet, by its policy or by a role in their silo that is mapped to it. */
async function fleetHasAdmin(context: Context): Promise<boolean> {
  if (await someoneSignsInWith(context, 'fleet', ['admin'], null)) return true
  const silos = await context.db
    .selectFrom('silo')
    .select(['id', 'mapped_fleet_roles'])
    .where('mapped_fleet_roles', '!=', '{}')
    .execute()
  for (const { id, mapped_fleet_roles } of silos) {
    const roles = rolesMappedTo('admin', JSON.parse(mapped_fleet_roles) as Record<string, string[]>)
    if (roles.length > 0 && (await someoneSignsInWith(context, id, roles, id))) return true
  }
  return false
}

/** @param siloId whose users count; null for those of every silo. */
async function someoneSignsInWith(
  { db }: Context,
  resourceId: string,
  roles: readonly SiloRole[],
  siloId: string | null,
): Promise<boolean> {
  const assigned = db
    .selectFrom('role_assignment')
    .where('resource_id', '=', resourceId)
    .where('role', 'in', roles)
  const direct = assigned.innerJoin('silo_user', 'silo_user.id', 'role_assignment.identity_id')
  const inGroup = assigned
    .innerJoin('silo_group_member', 'silo_group_member.group_id', 'role_assignment.identity_id')
    .innerJoin('silo_user', 'silo_user.id', 'silo_group_member.user_id')
  for (const holders of [direct, inGroup]) {
    const user = await holders
      .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
      .select('silo_user.id')
      .where('silo_user.active', '=', 1)
      .where((where) =>
        where.or([where('silo.identity_mode', '!=', 'local_only'), where('password_hash', 'is not', null)]),
      )
      .$if(siloId !== null, (query) => query.where('silo.id', '=', siloId))
      .limit(1)
      .executeTakeFirst()
    if (user) return true
  }
  return false
}
