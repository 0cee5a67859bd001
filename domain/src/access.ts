import { compareIdentities, type Identity, type RoleAssignment } from './policies.ts'
import { siloRoles } from './roles.ts'

/** What a role is held on. */
export type AccessLevel = 'fleet' | 'silo' | 'project'
/** The policy of one level. */
export type LevelPolicy = { level: AccessLevel; assignments: readonly RoleAssignment<string>[] }
/** One way in which somebody has a role: directly, or, with `groupId`, as a member of a group. */
export type AccessGrant = { level: AccessLevel; roleName: string; groupId: string | null }
/** Somebody whom a policy names, with all ways in which they have a role, the strongest first. */
export type AccessRow = Identity & { grants: AccessGrant[] }
export type Membership = { groupId: string; userId: string }

/** Roles of all levels, strongest first: those of the fleet are among those of a silo. */
const strength = (roleName: string): number => (siloRoles as readonly string[]).indexOf(roleName)

/**
 * Policies as people read them: a row for each identity that one of them names, groups first.
 * @param policies those that reach the resource, outermost first: of equal roles the outer one reaches further.
 * @param identities whom the policies name; who is not among them is shown by id.
 * @param memberships which of the named users are in which of the named groups.
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
  // Sorting is stable: of equal roles the outer level comes first, and there what is held directly.
  for (const { grants } of rows.values())
    grants.sort((one, other) => strength(one.roleName) - strength(other.roleName))
  return [...rows.values()].sort(compareIdentities)
}

/** The strongest role of each identity in one policy. */
function strongestOf(assignments: readonly RoleAssignment<string>[]): Map<string, string> {
  const held = new Map<string, string>()
  for (const { identityId, roleName } of assignments) {
    const before = held.get(identityId)
    if (before === undefined || strength(roleName) < strength(before)) held.set(identityId, roleName)
  }
  return held
}

/** What somebody has on a level by an assignment to themselves, which is what can be changed there; null for nothing. */
export const directRole = (row: Pick<AccessRow, 'grants'>, level: AccessLevel): string | null =>
  row.grants.find((grant) => grant.level === level && grant.groupId === null)?.roleName ?? null
