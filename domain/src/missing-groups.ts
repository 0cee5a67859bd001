/**
 * What a sign-in does to a user's groups when the identity provider's answer lacks the attribute that lists them: `keep` those of
 * before, `refuse` the sign-in, or `remove` them, for a provider that leaves the attribute out for users in no group.
 */
export const missingGroups = ['keep', 'refuse', 'remove'] as const
export type MissingGroups = (typeof missingGroups)[number]
