import { rolesMappedTo, type SiloRole } from '@granary/domain/roles.ts'
import type { Context } from '../../kit/context.ts'
import { invalidRequest } from '../../kit/errors.ts'

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
 * Whether some user can sign in now who is admin of the fleet, by its policy or by a role in their silo that is mapped
 * to it. Nobody could help a fleet without admin, so a group that may get members one day does not count, nor does a
 * user of a silo that has no identity provider yet.
 */
async function fleetHasAdmin(context: Context): Promise<boolean> {
  if (await someoneIsLetIn(context, { resourceId: 'fleet', roles: ['admin'], signsInNow: true })) return true
  const silos = await context.db
    .selectFrom('silo')
    .select(['id', 'mapped_fleet_roles'])
    .where('mapped_fleet_roles', '!=', '{}')
    .execute()
  for (const { id, mapped_fleet_roles } of silos) {
    const roles = rolesMappedTo('admin', JSON.parse(mapped_fleet_roles) as Record<string, string[]>)
    if (roles.length === 0) continue
    if (await someoneIsLetIn(context, { resourceId: id, roles, siloId: id, signsInNow: true })) return true
  }
  return false
}

type Way = {
  /** Where one of the roles is held, by a user or by a group that they are in. */
  resourceId: string
  roles: readonly SiloRole[]
  /** Whose users count; those of every silo unless given. */
  siloId?: string
  /** Only those count whose silo has an identity provider already. */
  signsInNow?: boolean
}

/** Whether there is a user who has a role, is active, and has a password or belongs to an identity provider. */
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
      .$if(siloId !== undefined, (query) => query.where('silo.id', '=', siloId!))
      .where((where) => {
        const local = where('silo.identity_mode', '=', 'local_only')
        const provider = where.exists((inner) =>
          inner.selectFrom('saml_provider').select('id').whereRef('saml_provider.silo_id', '=', 'silo.id'),
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
