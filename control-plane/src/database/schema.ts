import type { DiskStateName } from '@granary/domain/disk-states.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import type { BLOCK_SIZES } from '@granary/domain/sizes.ts'
import type { Generated, Selectable } from 'kysely'

/** UTC, RFC 3339 with milliseconds and `Z`; compares as text. */
type Time = string
/** Lower-case UUID. */
type Id = string
/** JSON text. */
type Json = string
type Flag = 0 | 1
/** Bytes. */
type BlockSize = (typeof BLOCK_SIZES)[number]
/** An address as 32 hex digits, so that ranges compare as text; see domain `fixedWidth`. */
type FixedAddress = string

export type Named = { id: Id; name: string; description: string; time_created: Time; time_modified: Time }
type Principal = { id: Id; silo_id: Id; display_name: string; time_created: Time; time_modified: Time }

export type SiloRow = Named & {
  identity_mode: 'saml_jit' | 'saml_scim' | 'local_only'
  discoverable: Flag
  admin_group_name: string | null
  mapped_fleet_roles: Json
}
type SiloQuotaTable = { silo_id: Id; cpus: number; memory: number; storage: number }
type SiloUserTable = Principal & {
  /**
   * The name that a sign-in comes with, unique in the silo: the user name in a local silo, the assertion's NameID in a
   * SAML silo, and in a SCIM silo the userName in the form in which names are compared (see `signInName`).
   */
  external_id: string
  password_hash: string | null
  /** 0: may not sign in, and has no sessions and tokens. */
  active: Generated<Flag>
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
}
export type ScimTokenRow = Selectable<ScimTokenTable>
/** What SCIM says of a user of a `saml_scim` silo, beside the columns of `silo_user`. */
type ScimUserTable = {
  user_id: Id
  silo_id: Id
  /** As the provider wrote it; `silo_user.external_id` is what names are compared by. */
  user_name: string
  /** The provider's own id of the user: SCIM's `externalId`. */
  external_id: string | null
  /** Everything else that the schema of users knows: names, addresses, the enterprise extension. */
  attributes: Json
  /** Goes up with every change that the user's representation shows; the ETag is made of it. */
  revision: number
}
type ScimGroupTable = {
  group_id: Id
  silo_id: Id
  /** The display name in the form in which names are compared. */
  name_key: string
  external_id: string | null
  revision: number
}
type SiloGroupMemberTable = { group_id: Id; user_id: Id }
type SessionTable = {
  id: Id
  /** SHA-256 of the token in hex: who reads the database cannot sign in with it. */
  token_hash: string
  user_id: Id
  time_created: Time
  time_last_used: Time
}
export type AccessTokenRow = {
  id: Id
  user_id: Id
  /** SHA-256 of the whole token in hex. */
  token_hash: string
  time_created: Time
  /** Null when it does not end. */
  time_expires: Time | null
}
/** A device that asked for a token. The device code itself is not kept: the token is made from it, see access-tokens/. */
export type DeviceAuthRequestRow = {
  id: Id
  device_code_hash: string
  /** Hash of the token that the device will have. */
  token_hash: string
  /** 8 letters without the hyphen. */
  user_code: string
  client_id: Id
  client_address: string
  ttl_seconds: number | null
  time_created: Time
  /** Until when it can be confirmed; once it is, until when the token can be fetched. */
  time_expires: Time
  time_confirmed: Time | null
  /** Null again when the token was deleted. */
  token_id: Id | null
}
type SiloAuthSettingsTable = { silo_id: Id; device_token_max_ttl_seconds: number | null }
export type SamlProviderRow = Named & {
  silo_id: Id
  /** The provider's metadata as XML: where it is asked, and what it signs with. */
  idp_metadata: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  slo_url: string
  technical_contact_email: string
  group_attribute_name: string | null
  /** X.509 certificate in DER as base64. */
  public_cert: string | null
  /** RSA key of it, PKCS #1 in DER as base64. */
  private_key: string | null
}
/** A request that was sent to a provider and not answered yet. */
type SamlRequestTable = { id: string; provider_id: Id; time_expires: Time }
/** An assertion that somebody signed in with, until it would not be taken any more. */
type SamlAssertionTable = {
  /** SHA-256 of the provider and the assertion's id, in hex. */
  key: string
  time_expires: Time
}
export type CertificateRow = Named & {
  silo_id: Id
  service: 'external_api'
  /** PEM, the certificate of the service first. */
  cert: string
  /** PEM. Never leaves the database but for the service that uses it. */
  private_key: string
}
export type RoleAssignmentRow = {
  /** `fleet`, or the id of a silo or project. */
  resource_id: string
  resource_kind: 'fleet' | 'silo' | 'project'
  identity_kind: 'silo_user' | 'silo_group'
  identity_id: Id
  role: string
}
export type SshKeyRow = Named & { user_id: Id; public_key: string }
export type ProjectRow = Named & { silo_id: Id }
export type InstanceRow = Named & {
  project_id: Id
  hostname: string
  ncpus: number
  memory: number
  /** What the driver last reported (or `creating` until it first did). */
  run_state: InstanceState
  time_run_state_updated: Time
  /** What the user last asked for. */
  wanted_state: 'running' | 'stopped'
  /** Counts requests to reboot; the driver carries out each number once. */
  reboots_wanted: number
  boot_disk_id: Id | null
  auto_restart_policy: 'never' | 'best_effort' | null
  time_last_auto_restarted: Time | null
  cpu_platform: 'amd_milan' | 'amd_turin' | 'amd_turin_v2' | null
  enable_jumbo_frames: Flag
  user_data: string
  /** Where it runs, while it holds a place. */
  sled_id: Id | null
  /** 1 while its CPU and memory count against the quota. */
  charged: Flag
  /** Why the last start that nobody waited for found no place or quota. */
  start_problem: string | null
}
type InstanceSshKeyTable = { instance_id: Id; ssh_key_id: Id }
export type DiskRow = Named & {
  project_id: Id
  size: number
  block_size: BlockSize
  disk_type: 'distributed' | 'local'
  read_only: Flag
  source: 'blank' | 'image' | 'snapshot' | 'importing'
  state: DiskStateName
  instance_id: Id | null
  image_id: Id | null
  snapshot_id: Id | null
}
export type SnapshotRow = Named & {
  project_id: Id
  disk_id: Id
  size: number
  block_size: BlockSize
  state: 'creating' | 'ready' | 'faulted' | 'destroyed'
}
export type ImageRow = Named & {
  silo_id: Id
  project_id: Id | null
  os: string
  version: string
  size: number
  block_size: BlockSize
  digest: string | null
  state: 'creating' | 'ready' | 'faulted' | 'destroyed'
  /** What it is copied from; only looked at until the copy is done. */
  source_snapshot_id: Id | null
}
export type VpcRow = Named & {
  project_id: Id
  dns_name: string
  ipv6_prefix: string
  vni: number
  system_router_id: Id
}
export type VpcSubnetRow = Named & {
  vpc_id: Id
  ipv4_block: string
  ipv6_block: string
  custom_router_id: Id | null
}
export type VpcRouterRow = Named & { vpc_id: Id; kind: 'system' | 'custom' }
export type RouterRouteRow = Named & {
  vpc_router_id: Id
  kind: 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
  destination: Json
  target: Json
  /** The subnet that a `vpc_subnet` route belongs to. */
  vpc_subnet_id: Id | null
}
export type InternetGatewayRow = Named & { vpc_id: Id }
type InternetGatewayIpPoolTable = Named & { internet_gateway_id: Id; ip_pool_id: Id }
export type FirewallRuleRow = Named & {
  vpc_id: Id
  action: 'allow' | 'deny'
  direction: 'inbound' | 'outbound'
  status: 'enabled' | 'disabled'
  priority: number
  targets: Json
  filters: Json
}
export type NetworkInterfaceRow = Named & {
  instance_id: Id
  vpc_id: Id
  subnet_id: Id
  mac: string
  is_primary: Flag
  slot: number
  ipv4: FixedAddress | null
  ipv6: FixedAddress | null
  transit_ips: Json
}
export type IpPoolRow = Named & {
  ip_version: 'v4' | 'v6'
  pool_type: 'unicast' | 'multicast'
  assignment: 'silos' | 'system_services'
}
type IpPoolRangeTable = {
  id: Id
  ip_pool_id: Id
  first_address: FixedAddress
  last_address: FixedAddress
  time_created: Time
}
type IpPoolSiloTable = { ip_pool_id: Id; silo_id: Id; is_default: Flag }
export type ExternalIpRow = {
  id: Id
  kind: 'snat' | 'ephemeral' | 'floating'
  ip_pool_id: Id
  ip: FixedAddress
  first_port: number
  last_port: number
  project_id: Id
  instance_id: Id | null
  /** Only floating addresses have a name and a description. */
  name: string | null
  description: string | null
  time_created: Time
  time_modified: Time
}
/** Of affinity groups and of anti-affinity groups. */
export type AffinityGroupRow = Named & {
  project_id: Id
  policy: 'allow' | 'fail'
  failure_domain: 'sled'
}
type AffinityGroupMemberTable = { group_id: Id; instance_id: Id }
/** What is in use, counted at each level; checked against the silo's quota. */
type ProvisionedTable = { scope_id: Id; cpus: number; memory: number; storage: number }

type ChangeLogTable = {
  seq: Generated<number>
  /** PostgreSQL: the transaction that wrote it, so that readers can wait for slower ones; SQLite: 0. */
  transaction_id: Generated<number>
  time: Time
  request_id: string
  operation: string
  /** `scim`: an identity provider; its id is that of the token that it came with. */
  actor_kind: 'user' | 'system' | 'scim'
  actor_id: Id | null
  kind: string
  action: 'created' | 'updated' | 'deleted'
  resource_id: Id
  name: string | null
  silo_id: Id | null
  project_id: Id | null
  parent_id: Id | null
  before: Json | null
  after: Json | null
}
export type TaskRow = {
  id: Id
  kind: string
  /** At most one waiting task of a kind and key: asking twice is asking once. */
  key: string
  payload: Json
  run_at: Time
  attempts: number
  leased_by: string | null
  lease_until: Time | null
  /** Counts requests to run it; raised while it runs, it runs again. */
  revision: number
  last_error: string | null
  time_created: Time
}
export type BulkJobRow = { id: Id; user_id: Id; operation: string; time_created: Time }
export type BulkJobItemRow = {
  job_id: Id
  resource_id: Id
  name: string | null
  state: 'waiting' | 'succeeded' | 'failed'
  error_code: string | null
  message: string | null
  time_done: Time | null
}
export type ChangeLogRow = Selectable<ChangeLogTable>
/** Key-value records of a driver that has no memory of its own. */
type DriverRecordTable = { key: string; value: Json }
/** Failed sign-ins by name and address, for the limit. */
type SignInAttemptTable = { key: string; failures: number; time_first: Time }

export type Database = {
  silo: SiloRow
  silo_quota: SiloQuotaTable
  silo_user: SiloUserTable
  silo_group: SiloGroupRow
  silo_group_member: SiloGroupMemberTable
  scim_token: ScimTokenTable
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
  session: SessionTable
  access_token: AccessTokenRow
  device_auth_request: DeviceAuthRequestRow
  silo_auth_settings: SiloAuthSettingsTable
  saml_provider: SamlProviderRow
  saml_request: SamlRequestTable
  saml_assertion: SamlAssertionTable
  certificate: CertificateRow
  user_builtin: Named
  role_assignment: RoleAssignmentRow
  ssh_key: SshKeyRow
  project: ProjectRow
  instance: InstanceRow
  instance_ssh_key: InstanceSshKeyTable
  disk: DiskRow
  snapshot: SnapshotRow
  image: ImageRow
  vpc: VpcRow
  vpc_subnet: VpcSubnetRow
  vpc_router: VpcRouterRow
  router_route: RouterRouteRow
  internet_gateway: InternetGatewayRow
  internet_gateway_ip_pool: InternetGatewayIpPoolTable
  firewall_rule: FirewallRuleRow
  network_interface: NetworkInterfaceRow
  ip_pool: IpPoolRow
  ip_pool_range: IpPoolRangeTable
  ip_pool_silo: IpPoolSiloTable
  external_ip: ExternalIpRow
  affinity_group: AffinityGroupRow
  affinity_group_member: AffinityGroupMemberTable
  anti_affinity_group: AffinityGroupRow
  anti_affinity_group_member: AffinityGroupMemberTable
  provisioned: ProvisionedTable
  change_log: ChangeLogTable
  bulk_job: BulkJobRow
  bulk_job_item: BulkJobItemRow
  task: TaskRow
  driver_record: DriverRecordTable
  sign_in_attempt: SignInAttemptTable
}
