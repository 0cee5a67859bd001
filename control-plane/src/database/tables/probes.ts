import type { FixedAddress, Id, Named } from './values.ts'

/** A probe with the parts of its network that never change. */
export type ProbeRow = Named & {
  project_id: Id
  sled_id: Id
  interface_id: Id
  mac: string
  vni: number
  subnet_id: Id
  ipv4: FixedAddress
  ipv4_block: string
  ipv6: FixedAddress
  ipv6_block: string
  external_ip_id: Id
  external_address: FixedAddress
}

export type ProbeTables = { probe: ProbeRow }
