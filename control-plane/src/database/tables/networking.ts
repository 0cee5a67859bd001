import type { FixedAddress, Flag, Id, Json, Named, Tagged, Time } from './values.ts'

export type VpcRow = Tagged & {
  project_id: Id
  dns_name: string
  ipv6_prefix: string
  vni: number
  system_router_id: Id
}
export type VpcSubnetRow = Tagged & {
  vpc_id: Id
  ipv4_block: string
  ipv6_block: string
  custom_router_id: Id | null
}
export type VpcRouterRow = Tagged & { vpc_id: Id; kind: 'system' | 'custom' }
export type RouterRouteRow = Named & {
  vpc_router_id: Id
  kind: 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
  destination: Json
  target: Json
  /** The subnet that a `vpc_subnet` route belongs to. */
  vpc_subnet_id: Id | null
}
export type InternetGatewayRow = Tagged & { vpc_id: Id }
export type InternetGatewayIpPoolRow = Named & { internet_gateway_id: Id; ip_pool_id: Id }
export type InternetGatewayIpAddressRow = Named & { internet_gateway_id: Id; address: FixedAddress }
export type FirewallRuleRow = Named & {
  vpc_id: Id
  action: 'allow' | 'deny'
  direction: 'inbound' | 'outbound'
  status: 'enabled' | 'disabled'
  priority: number
  targets: Json
  /** Tags of further targets. */
  target_tags: Json
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
export type SubnetPoolRow = Named & { ip_version: 'v4' | 'v6' }
type SubnetPoolMemberTable = {
  id: Id
  subnet_pool_id: Id
  subnet: string
  first_address: FixedAddress
  last_address: FixedAddress
  min_prefix_length: number
  max_prefix_length: number
  time_created: Time
}
type SubnetPoolSiloTable = { subnet_pool_id: Id; silo_id: Id; is_default: Flag }
export type ExternalSubnetRow = Tagged & {
  project_id: Id
  subnet_pool_id: Id
  subnet_pool_member_id: Id
  subnet: string
  first_address: FixedAddress
  last_address: FixedAddress
  instance_id: Id | null
}
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
  /** Only floating addresses have tags. */
  tags: Json
  time_created: Time
  time_modified: Time
}

export type MulticastGroupRow = Named & {
  ip_pool_id: Id
  multicast_ip: FixedAddress
  /** All sources that members name, in the form of the API, ascending. */
  source_ips: Json
  has_any_source_member: Flag
}
type MulticastGroupMemberTable = {
  id: Id
  multicast_group_id: Id
  instance_id: Id
  /** Empty for any source. */
  source_ips: Json
  time_created: Time
  time_modified: Time
}

/** Free addresses that follow a held one of a pool, a subnet or a pool's member. Triggers keep them. */
type AddressGapTable = { scope_id: Id; address: FixedAddress }
/** The name of a resource in a project, or the address of an interface. Triggers keep them. */
type SearchNameTable = { silo_id: Id; kind: string; name: string; id: Id; project_id: Id }
/** Shared addresses with a free share. Triggers keep them. */
type OpenShareTable = { ip_pool_id: Id; ip: FixedAddress }

/** Networks, their interfaces, and external addresses. */
export type NetworkingTables = {
  vpc: VpcRow
  vpc_subnet: VpcSubnetRow
  vpc_router: VpcRouterRow
  router_route: RouterRouteRow
  internet_gateway: InternetGatewayRow
  internet_gateway_ip_pool: InternetGatewayIpPoolRow
  internet_gateway_ip_address: InternetGatewayIpAddressRow
  firewall_rule: FirewallRuleRow
  network_interface: NetworkInterfaceRow
  ip_pool: IpPoolRow
  ip_pool_range: IpPoolRangeTable
  ip_pool_silo: IpPoolSiloTable
  external_ip: ExternalIpRow
  subnet_pool: SubnetPoolRow
  subnet_pool_member: SubnetPoolMemberTable
  subnet_pool_silo: SubnetPoolSiloTable
  external_subnet: ExternalSubnetRow
  multicast_group: MulticastGroupRow
  multicast_group_member: MulticastGroupMemberTable
  address_gap: AddressGapTable
  open_share: OpenShareTable
  search_name: SearchNameTable
}
