/** Most members of one affinity or anti-affinity group. */
export const MAX_GROUP_MEMBERS = 32
/** Most groups of each kind that one instance may be in. */
export const MAX_GROUPS_PER_INSTANCE = 16

/**
 * Why an instance cannot become a member of a group, or null.
 * @param members how many the group has.
 * @param groups in how many groups of this kind the instance is.
 */
export function groupMemberProblem({ members, groups }: { members: number; groups: number }): string | null {
  if (members >= MAX_GROUP_MEMBERS) return `group already has maximum allowed members (${MAX_GROUP_MEMBERS})`
  return groups >= MAX_GROUPS_PER_INSTANCE
    ? `instance already belongs to maximum allowed groups (${MAX_GROUPS_PER_INSTANCE})`
    : null
}

/**
 * Why nobody can be added to a group at all, or null.
 * @param instances how many instances the project has.
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
 * Why an instance cannot be added to any group, or null; that it has to be stopped is a rule of its states.
 * @param joined in how many groups it is.
 * @param groups how many groups the project has.
 */
export function joinGroupReason({ joined, groups }: { joined: number; groups: number }): string | null {
  if (groups === 0) return 'No groups found'
  if (joined >= groups) return 'Instance is already in all groups'
  return joined >= MAX_GROUPS_PER_INSTANCE ? 'Maximum number of groups reached' : null
}
