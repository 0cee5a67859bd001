import { compareIdentities, type Identity, type RoleAssignment } from './policies.ts'
import { siloRoles } from './roles.ts'

/** The kind of resource that a policy belongs to. */
export type AccessLevel = 'fleet' | 'silo' | 'project'
/** The policy of one level. */
export type LevelPolicy = { level: AccessLevel; assignments: readonly RoleAssignment<string>[] }
/** One source of a role: a direct assignment, or a group membership when `groupId` is set. */
export type AccessGrant = { level: AccessLevel; roleName: string; groupId: string | null }
/** An identity of a policy with every source of its roles, strongest first. */
export type AccessRow = Identity & { grants: AccessGrant[] }
export type Membership = { groupId: string; userId: string }

/** Roles of all levels, strongest first. The fleet's roles are a subset of the silo's. */
const strength = (roleName: string): number => (siloRoles as readonly string[]).indexOf(roleName)

/**
 * Returns the access list of a resource: one row per identity of its policies, groups first.
 * @param policies policies that apply to the resource, outermost first. Of two equal roles, the outer one reaches
 * further.
 * @param identities known users and groups. Identities missing here are shown by id.
 * @param memberships which of the users are in which of the groups.
 */
export function accessRows(
  policies: readonly LevelPolicy[],
  identities: readonly Identity[],
  memberships: readonly Membership[],
): AccessRow[] {
  const known = new Map(identities.map((identity) => [identity.id, identity]))
  const rows = new Map<string, AccessRow>()
  for (const { assignments } of policies)
    for (const { identityId: id, identityType } of assignments)
      rows.set(id, { id, identityType, displayName: known.get(id)?.displayName ?? id, grants: [] })
  for (const { level, assignments } of policies) {
    const held = strongestOf(assignments)
    for (const [id, roleName] of held) rows.get(id)!.grants.push({ level, roleName, groupId: null })
    for (const { groupId, userId } of memberships) {
      const roleName = held.get(groupId)
      if (roleName) rows.get(userId)?.grants.push({ level, roleName, groupId })
    }
  }
  // Sorting is stable: of equal roles the outer level comes first, and within a level direct assignments come first.
  for (const { grants } of rows.values())
    grants.sort((one, other) => strength(one.roleName) - strength(other.roleName))
  return [...rows.values()].sort(compareIdentities)
}

/** Returns the strongest role of each identity in one policy. */
function strongestOf(assignments: readonly RoleAssignment<string>[]): Map<string, string> {
  const held = new Map<string, string>()
  for (const { identityId, roleName } of assignments) {
    const before = held.get(identityId)
    if (before === undefined || strength(roleName) < strength(before)) held.set(identityId, roleName)
  }
  return held
}

/** Returns the role that is assigned directly on a level, which is the one a user can change there; null for none. */
export const directRole = (row: Pick<AccessRow, 'grants'>, level: AccessLevel): string | null =>
  row.grants.find((grant) => grant.level === level && grant.groupId === null)?.roleName ?? null
