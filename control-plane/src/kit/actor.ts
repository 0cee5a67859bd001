import type { RoleGrants } from '@granary/domain/roles.ts'

/** A signed-in user of a silo, with every role that they hold, directly or by group. */
export type Actor = {
  kind: 'user'
  userId: string
  displayName: string
  siloId: string
  siloName: string
  groupIds: string[]
  grants: RoleGrants
  /** The session that the request came with; null for a user who is known by other means. */
  sessionId: string | null
  /** The access token that the request came with, if it came with one. */
  token: { id: string; timeExpires: string | null } | null
}

/** An identity provider that looks after the users and groups of one silo, as its token says. */
export type Provisioner = {
  tokenId: string
  siloId: string
  siloName: string
  /** Members of the group of this name look after the silo. */
  adminGroupName: string | null
}
