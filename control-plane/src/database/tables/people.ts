import type { FleetRole } from '@granary/domain/roles.ts'
import type { Generated, Selectable } from 'kysely'
import type { Flag, Id, Json, Named, Time } from './values.ts'

type Principal = { id: Id; silo_id: Id; display_name: string; time_created: Time; time_modified: Time }
type SiloUserTable = Principal & {
  /**
   * The name for sign-in, unique in the silo: the user name in a local silo, the assertion's NameID in a SAML silo,
   * and in a SCIM silo the userName in its comparison form (see `signInName`).
   */
  external_id: string
  password_hash: string | null
  /** 0: may not sign in, and has no sessions or tokens: disabled by an admin, or deactivated by the provider. */
  active: Generated<Flag>
  /** 1: an admin disabled the user, whatever the provider says. */
  disabled: Generated<Flag>
}
export type SiloUserRow = Selectable<SiloUserTable>
export type SiloGroupRow = Principal
type ScimTokenTable = {
  id: Id
  silo_id: Id
  /** SHA-256 of the token in hex. */
  token_hash: string
  time_created: Time
  time_expires: Time | null
  /** The strongest fleet role of users and groups that it may change; see kinds/fleet-power.ts. */
  max_fleet_role: FleetRole | null
}
export type ScimTokenRow = Selectable<ScimTokenTable>
/** SCIM attributes of a user in a `saml_scim` silo, beside the columns of `silo_user`. */
type ScimUserTable = {
  user_id: Id
  silo_id: Id
  /** The provider's spelling; names are compared by `silo_user.external_id`. */
  user_name: string
  /** The provider's own id of the user: SCIM's `externalId`. */
  external_id: string | null
  /** What the provider says; `silo_user.active` is 0 also for a user whom an admin disabled. */
  active: Generated<Flag>
  /** All other attributes of the user schema: names, addresses, the enterprise extension. */
  attributes: Json
  /** Incremented by every change that the user's representation shows; the ETag is derived from it. */
  revision: number
}
type ScimGroupTable = {
  group_id: Id
  silo_id: Id
  /** The display name in its comparison form. */
  name_key: string
  external_id: string | null
  revision: number
}
type SiloGroupMemberTable = { group_id: Id; user_id: Id }
export type RoleAssignmentRow = {
  /** `fleet`, or the id of a silo or project. */
  resource_id: string
  resource_kind: 'fleet' | 'silo' | 'project'
  identity_kind: 'silo_user' | 'silo_group'
  identity_id: Id
  role: string
}
export type SshKeyRow = Named & { user_id: Id; public_key: string }

/** Users and groups of silos, their roles, and their SCIM attributes. */
export type PeopleTables = {
  silo_user: SiloUserTable
  silo_group: SiloGroupRow
  silo_group_member: SiloGroupMemberTable
  user_builtin: Named
  role_assignment: RoleAssignmentRow
  ssh_key: SshKeyRow
  scim_token: ScimTokenTable
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
}
