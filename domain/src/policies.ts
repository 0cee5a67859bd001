import type { Problem } from './problems.ts'

/** Maximum number of role assignments in one policy. */
export const MAX_ROLE_ASSIGNMENTS = 64

export type IdentityType = 'silo_user' | 'silo_group'
/** A role assigned to a user, or to all members of a group. */
export type RoleAssignment<Role extends string> = {
  identityId: string
  identityType: IdentityType
  roleName: Role
}
/** A user or group with its display name. */
export type Identity = { id: string; identityType: IdentityType; displayName: string }

/** Returns the assignments after an identity's roles are replaced with one role. */
export const setRole = <Role extends string>(
  assignments: readonly RoleAssignment<Role>[],
  { identityId, identityType, roleName }: RoleAssignment<Role>,
): RoleAssignment<Role>[] => [...removeRole(assignments, identityId), { identityId, identityType, roleName }]

/** Returns the assignments without those of an identity. */
export const removeRole = <Role extends string>(
  assignments: readonly RoleAssignment<Role>[],
  identityId: string,
): RoleAssignment<Role>[] => assignments.filter((assignment) => assignment.identityId !== identityId)

/** Returns everything that is wrong with a policy. An identity may have several roles, but each only once. */
export function policyProblems(assignments: readonly RoleAssignment<string>[]): Problem[] {
  const { length } = assignments
  if (length > MAX_ROLE_ASSIGNMENTS) {
    const message = `invalid length ${length}, expected a list of at most ${MAX_ROLE_ASSIGNMENTS} role assignments`
    return [{ path: '', code: 'too_long', message }]
  }
  const seen = new Set<string>()
  return assignments.flatMap((assignment, index) => {
    const key = keyOf(assignment)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const message = `role "${assignment.roleName}" is assigned to ${assignment.identityId} more than once`
    return [{ path: `[${index}]`, code: 'duplicate' as const, message }]
  })
}

/** Returns the assignments that the previous policy did not have. */
export function addedAssignments<Role extends string>(
  before: readonly RoleAssignment<string>[],
  after: readonly RoleAssignment<Role>[],
): RoleAssignment<Role>[] {
  const had = new Set(before.map(keyOf))
  return after.filter((assignment) => !had.has(keyOf(assignment)))
}

const keyOf = ({ identityId, identityType, roleName }: RoleAssignment<string>): string =>
  `${identityType} ${identityId} ${roleName}`

/** Compares names alphabetically, with numbers by value; the same in every locale. */
const collator = new Intl.Collator('en', { numeric: true })

/** Sorts groups before users, then by name, then by id. */
export const compareIdentities = (one: Identity, other: Identity): number =>
  Number(one.identityType === 'silo_user') - Number(other.identityType === 'silo_user') ||
  collator.compare(one.displayName, other.displayName) ||
  (one.id < other.id ? -1 : Number(one.id > other.id))

/** Returns the identities that the policy doesn't have yet, groups first. */
export function policyCandidates(
  identities: readonly Identity[],
  assignments: readonly RoleAssignment<string>[],
): Identity[] {
  const assigned = new Set(assignments.map(({ identityId }) => identityId))
  return identities.filter(({ id }) => !assigned.has(id)).toSorted(compareIdentities)
}
