/** Maximum number of members of one affinity or anti-affinity group. */
export const MAX_GROUP_MEMBERS = 32
/** Maximum number of groups of each kind that one instance can be in. */
export const MAX_GROUPS_PER_INSTANCE = 16

/**
 * Returns why an instance can't join a group, or null.
 * @param members current members of the group.
 * @param groups groups of this kind that the instance is in.
 */
export function groupMemberProblem({ members, groups }: { members: number; groups: number }): string | null {
  if (members >= MAX_GROUP_MEMBERS) return `group already has maximum allowed members (${MAX_GROUP_MEMBERS})`
  return groups >= MAX_GROUPS_PER_INSTANCE
    ? `instance already belongs to maximum allowed groups (${MAX_GROUPS_PER_INSTANCE})`
    : null
}

/**
 * Returns why no instance can be added to a group, or null.
 * @param instances instances in the project.
 */
export function addMemberReason({
  members,
  instances,
}: {
  members: number
  instances: number
}): string | null {
  if (members >= MAX_GROUP_MEMBERS) return 'Maximum number of members reached'
  if (instances === 0) return 'No instances available'
  return members >= instances ? 'All instances are already in the group' : null
}

/**
 * Returns why an instance can't be added to any group, or null. Instance states have their own rule.
 * @param joined groups that the instance is in.
 * @param groups groups in the project.
 */
export function joinGroupReason({ joined, groups }: { joined: number; groups: number }): string | null {
  if (groups === 0) return 'No groups found'
  if (joined >= groups) return 'Instance is already in all groups'
  return joined >= MAX_GROUPS_PER_INSTANCE ? 'Maximum number of groups reached' : null
}
