import type { FixedAddress, Flag, Id, Named } from './values.ts'

export type AddressLotRow = Named & { kind: 'infra' | 'pool' }
export type AddressLotBlockRow = {
  id: Id
  address_lot_id: Id
  first_address: FixedAddress
  last_address: FixedAddress
}
/** An address of a lot that something uses. */
export type AddressLotReservationRow = {
  id: Id
  address_lot_id: Id
  address_lot_block_id: Id
  address: FixedAddress
  /** Whether another use of the address is allowed that is anycast too. */
  anycast: Flag
}
export type LoopbackAddressRow = {
  id: Id
  address_lot_block_id: Id
  reservation_id: Id
  rack_id: Id
  switch_slot: 'switch0' | 'switch1'
  address: FixedAddress
  mask: number
}
export type BgpAnnounceSetRow = Named
export type BgpAnnouncementRow = {
  id: Id
  announce_set_id: Id
  address_lot_block_id: Id
  network: string
  first_address: FixedAddress
}
export type BgpConfigRow = Named & {
  asn: number
  max_paths: number
  vrf: string | null
  announce_set_id: Id
}

/** The rack's own network. */
export type RackNetworkTables = {
  address_lot: AddressLotRow
  address_lot_block: AddressLotBlockRow
  address_lot_reservation: AddressLotReservationRow
  loopback_address: LoopbackAddressRow
  bgp_announce_set: BgpAnnounceSetRow
  bgp_announcement: BgpAnnouncementRow
  bgp_config: BgpConfigRow
}
