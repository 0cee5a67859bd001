import type { Generated } from 'kysely'
import type { Flag, Id, Json, Named, Time } from './values.ts'

export type SiloRow = Named & {
  identity_mode: 'saml_jit' | 'saml_scim' | 'local_only'
  discoverable: Flag
  admin_group_name: string | null
  mapped_fleet_roles: Json
}
type SiloQuotaTable = { silo_id: Id; cpus: number; memory: number; storage: number }
type SiloAuthSettingsTable = {
  silo_id: Id
  device_token_max_ttl_seconds: number | null
  /** Whether users who sign in with a password need a second factor. */
  second_factor_required: Generated<Flag>
}
export type CertificateRow = Named & {
  silo_id: Id
  service: 'external_api'
  /** PEM, the service's own certificate first. */
  cert: string
  /** PEM. Leaves the database only for the service that uses it. */
  private_key: string
  /** When the first certificate of the chain expires; null if it can't be read. */
  time_expires: string | null
}
export type ProjectRow = Named & { silo_id: Id }
/** Use, counted per scope and checked against the silo's quota. */
type ProvisionedTable = { scope_id: Id; cpus: number; memory: number; storage: number }

/** The amounts of a scope after a change of at least one of them, and by how much they changed. */
type UsagePointTable = {
  seq: Generated<number>
  /** Use of a project or a silo, or the quota of a silo. */
  counter: 'project' | 'silo' | 'quota'
  scope_id: Id
  time: Time
  cpus: number
  memory: number
  storage: number
  cpus_change: number
  memory_change: number
  storage_change: number
}

/** Silos, their quotas and use, and their projects. */
export type SiloTables = {
  silo: SiloRow
  silo_quota: SiloQuotaTable
  provisioned: ProvisionedTable
  usage_point: UsagePointTable
  silo_auth_settings: SiloAuthSettingsTable
  certificate: CertificateRow
  project: ProjectRow
}
