import type { Reader } from '../kit/context/reader.ts'

/**
 * Returns the query for the roles of a user: their own, and those of their groups, of which there may be 10,000.
 * @param resources the only resources whose policies count; all without it.
 */
export function rolesHeldBy(db: Reader, userId: string, resources?: readonly string[]) {
  const all = db
    .selectFrom('role_assignment')
    .select(['role_assignment.resource_kind', 'role_assignment.resource_id', 'role_assignment.role'])
  const roles = resources ? all.where('role_assignment.resource_id', 'in', resources) : all
  return roles
    .where('role_assignment.identity_id', '=', userId)
    .unionAll(
      roles
        .innerJoin('silo_group_member', 'silo_group_member.group_id', 'role_assignment.identity_id')
        .where('silo_group_member.user_id', '=', userId),
    )
}
