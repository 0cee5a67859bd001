import type { LimitName } from '@granary/domain/limits.ts'
import type { Database } from '../src/database/schema.ts'
import type { Unlogged } from '../src/kit/sql/unlogged.ts'

/** What keeps the number of a table's rows finite, whatever the users of a silo do. */
export type Bound =
  /** A limit of `domain/src/limits.ts`. */
  | { limit: LimitName }
  /** Every row takes at least 1 GiB of a quota. */
  | { quota: 'storage' }
  /** A limited number of rows for each row of another table. */
  | { each: keyof Database; because: string }
  /** Rows that `retention/expired.ts` deletes by their age. */
  | 'expires'
  /** Only operators and the machines of the rack add rows. */
  | 'operators'

const each = (table: keyof Database, because = 'one'): Bound => ({ each: table, because })

/** The bound of every table. */
export const BOUNDS: Record<keyof Database, Bound> = {
  access_token: { limit: 'accessTokens' },
  access_token_use: each('access_token'),
  access_version: 'operators',
  address_gap: each('ip_pool_range', 'one at most for each held address'),
  address_lot: 'operators',
  address_lot_block: 'operators',
  address_lot_reservation: 'operators',
  affinity_group: { limit: 'affinityGroups' },
  affinity_group_member: each('instance', 'MAX_GROUPS_PER_INSTANCE'),
  alert: 'expires',
  alert_delivery: each('alert', 'one for each receiver, which only operators add'),
  alert_receiver: { limit: 'alertReceivers' },
  anti_affinity_group: { limit: 'antiAffinityGroups' },
  anti_affinity_group_member: each('instance', 'MAX_GROUPS_PER_INSTANCE'),
  audit_log: 'expires',
  audit_log_end: 'operators',
  bfd_session: 'operators',
  bgp_announce_set: 'operators',
  bgp_announcement: 'operators',
  bgp_config: 'operators',
  bulk_job: { limit: 'endedBulkJobs' },
  bulk_job_item: each('bulk_job', 'the maximum of the list in the contract, or the contents of a silo'),
  certificate: { limit: 'certificates' },
  change_log: 'expires',
  device_auth_request: { limit: 'deviceRequests' },
  disk: { quota: 'storage' },
  driver_record: each('instance', 'one for each resource that the driver holds'),
  external_ip: { limit: 'addresses' },
  external_subnet: { limit: 'externalSubnets' },
  firewall_rule: each('vpc', 'the maximum of the list in the contract'),
  image: { quota: 'storage' },
  image_fetch: { limit: 'endedFetches' },
  import_lease: each('disk'),
  instance: { limit: 'instances' },
  instance_ssh_key: each('instance', 'the keys of its user'),
  instance_template: { limit: 'instanceTemplates' },
  internet_gateway: { limit: 'internetGateways' },
  internet_gateway_ip_address: each('internet_gateway'),
  internet_gateway_ip_pool: each('internet_gateway', 'one for each pool'),
  ip_pool: 'operators',
  ip_pool_range: 'operators',
  ip_pool_silo: 'operators',
  issue_snooze: 'expires',
  known_address: 'expires',
  loopback_address: 'operators',
  multicast_group: { limit: 'multicastGroups' },
  multicast_group_member: each('instance', 'one for each group'),
  network_interface: { limit: 'interfaces' },
  network_sent: each('vpc'),
  networking_settings: 'operators',
  open_share: each('ip_pool_range', 'one for each shared address'),
  physical_disk: 'operators',
  physical_disk_adoption_request: 'operators',
  power_request: each('instance'),
  probe: { limit: 'probes' },
  project: { limit: 'projects' },
  provisioned: each('project'),
  rack: 'operators',
  rack_membership: 'operators',
  recovery_code: each('silo_user', 'a fixed number'),
  role_assignment: each('project', 'the maximum of a policy in the contract'),
  router_route: { limit: 'routes' },
  saml_answer: 'expires',
  saml_assertion: 'expires',
  saml_provider: { limit: 'identityProviders' },
  saml_provider_user: each('silo_user', 'one for each identity provider'),
  saml_request: { limit: 'samlRequests' },
  saml_test: each('silo_user', 'one at a time'),
  scim_group: each('silo_group'),
  scim_token: { limit: 'scimTokens' },
  scim_user: each('silo_user'),
  search_name: each(
    'instance',
    'one for each name of a resource in a project, and each address of an interface',
  ),
  second_factor: each('silo_user'),
  session: { limit: 'sessions' },
  sign_in_attempt: 'expires',
  silo: 'operators',
  silo_auth_settings: each('silo'),
  silo_group: { limit: 'groups' },
  silo_group_member: each('silo_user', 'one for each group'),
  silo_quota: each('silo'),
  silo_user: { limit: 'users' },
  sled: 'operators',
  snapshot: { quota: 'storage' },
  ssh_key: { limit: 'sshKeys' },
  subnet_pool: 'operators',
  subnet_pool_member: 'operators',
  subnet_pool_silo: 'operators',
  support_bundle: 'operators',
  support_bundle_part: each('support_bundle', 'MAX_BUNDLE_BYTES in parts of BUNDLE_PART_BYTES'),
  switch: 'operators',
  switch_port: 'operators',
  switch_port_settings: 'operators',
  switch_port_settings_address: 'operators',
  switch_port_settings_bgp: 'operators',
  system_update: 'operators',
  target_release: 'operators',
  task: each('project', 'one waiting task of a kind for each resource'),
  tuf_artifact: 'operators',
  tuf_repo: 'operators',
  update_component: 'operators',
  updates_trust_root: { limit: 'trustRoots' },
  usage_point: 'expires',
  user_builtin: 'operators',
  vpc: { limit: 'vpcs' },
  vpc_router: { limit: 'routers' },
  vpc_subnet: { limit: 'subnets' },
}

const K = 1024

/**
 * Bytes of the longest row of each table that the log budget does not charge; every test that opens a world checks them. All other tables
 * are written with a change, which is charged with the body of its request.
 */
export const BYTES: Record<Unlogged | System, number> = {
  access_token_use: 256,
  access_version: 64,
  address_gap: 256,
  address_lot_reservation: 512,
  affinity_group_member: 128,
  // Three attempts, each with 1,024 characters of the answer.
  alert_delivery: 24 * K,
  anti_affinity_group_member: 128,
  audit_log: 4 * K,
  audit_log_end: 64,
  bulk_job_item: 4 * K,
  device_auth_request: 2 * K,
  driver_record: 256 * K,
  import_lease: 512,
  instance_ssh_key: 128,
  issue_snooze: K,
  known_address: 512,
  network_sent: 64 * K,
  open_share: 256,
  power_request: 512,
  provisioned: 256,
  recovery_code: 256,
  saml_answer: 4 * K,
  saml_assertion: K,
  saml_provider_user: 256,
  saml_request: 4 * K,
  saml_test: 64 * K,
  scim_group: 256 * K,
  scim_user: 256 * K,
  search_name: K,
  second_factor: 512,
  session: K,
  sign_in_attempt: 512,
  silo_group_member: 128,
  support_bundle_part: 257 * K,
  switch_port_settings_address: 512,
  switch_port_settings_bgp: 512,
  task: 8 * K,
  update_component: 512,
  usage_point: 512,
  user_builtin: 512,
}

/** Tables whose rows are short and made by a change of others, or by the system. */
type System =
  | 'access_version'
  | 'address_gap'
  | 'affinity_group_member'
  | 'anti_affinity_group_member'
  | 'audit_log_end'
  | 'driver_record'
  | 'open_share'
  | 'search_name'
  | 'task'
  | 'user_builtin'
