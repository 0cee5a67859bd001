import type { FleetRole, RoleGrants } from '@granary/domain/roles.ts'

/** A signed-in user of a silo, with all of their roles, direct or inherited from groups. */
export type Actor = {
  kind: 'user'
  userId: string
  displayName: string
  siloId: string
  siloName: string
  groupIds: string[]
  grants: RoleGrants
  /** The session that the request came with; null for one with a token or a key. */
  sessionId: string | null
  /** The access token of the request, if it has one. */
  token: { id: string; timeExpires: string | null } | null
  /** The silo requires a second factor, and the caller may only set one up. */
  needsSecondFactor?: boolean
}

/** An identity provider that manages the users and groups of one silo, identified by its token. */
export type Provisioner = {
  tokenId: string
  siloId: string
  siloName: string
  /** Members of the group with this name administer the silo. */
  adminGroupName: string | null
  /** The strongest fleet role of users and groups that it may change. */
  fleetRole: FleetRole | null
}
