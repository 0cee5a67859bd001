import { storedJson } from '../../kit/base/stored-json.ts'
import { rolesMappedTo, type SiloRole } from '@granary/domain/roles.ts'
import type { Context } from '../../kit/context/context.ts'
import { invalidRequest } from '../../kit/base/errors.ts'

/**
 * Runs work that may remove an admin, and throws if it removes the last one: the last admin of the silo who can sign in,
 * or the last fleet admin who can sign in anywhere. A silo or fleet that had no admin before is not checked.
 * The error rolls back the transaction.
 * @param siloId the affected silo; null if the work touches no role in a silo, or deletes the silo.
 * @throws ApiError 400 that names the silo or fleet that would have no admin.
 */
export async function requireRemainingAdmins<Result>(
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
 * Whether an admin can sign in to a silo: an active user with the role, or any user whom the silo's identity provider
 * may place in a group with the role.
 */
async function siloHasAdmin(context: Context, siloId: string): Promise<boolean> {
  if (await someoneIsLetIn(context, { resourceId: siloId, roles: ['admin'], siloId })) return true
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

/**
 * Whether a user can sign in now as fleet admin, by the fleet policy or by a silo role that maps to it. Stricter than
 * the check of a silo, because nobody could repair a fleet without an admin: empty groups do not count, and neither do
 * users of a silo without an enabled identity provider.
 */
async function fleetHasAdmin(context: Context): Promise<boolean> {
  if (await someoneIsLetIn(context, { resourceId: 'fleet', roles: ['admin'], signsInNow: true })) return true
  const silos = await context.db
    .selectFrom('silo')
    .select(['id', 'mapped_fleet_roles'])
    .where('mapped_fleet_roles', '!=', '{}')
    .execute()
  for (const { id, mapped_fleet_roles } of silos) {
    const roles = rolesMappedTo('admin', storedJson<Record<string, string[]>>(mapped_fleet_roles))
    if (roles.length === 0) continue
    if (await someoneIsLetIn(context, { resourceId: id, roles, siloId: id, signsInNow: true })) return true
  }
  return false
}

type Way = {
  /** Where one of the roles is assigned, to a user or to one of the user's groups. */
  resourceId: string
  roles: readonly SiloRole[]
  /** Counts only users of this silo; every silo by default. */
  siloId?: string
  /** Counts only users of silos that have an enabled identity provider. */
  signsInNow?: boolean
}

/** Whether an active user has a role, and has a password or belongs to an identity provider. */
async function someoneIsLetIn(
  { db }: Context,
  { resourceId, roles, siloId, signsInNow = false }: Way,
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
      .$call((query) => (siloId === undefined ? query : query.where('silo.id', '=', siloId)))
      .where((where) => {
        const local = where('silo.identity_mode', '=', 'local_only')
        const provider = where.exists((inner) =>
          inner
            .selectFrom('saml_provider')
            .select('id')
            .whereRef('saml_provider.silo_id', '=', 'silo.id')
            .where('enabled', '=', 1),
        )
        return where.or([
          where.and([local, where('password_hash', 'is not', null)]),
          where.and([where.not(local), ...(signsInNow ? [provider] : [])]),
        ])
      })
      .limit(1)
      .executeTakeFirst()
    if (user) return true
  }
  return false
}
