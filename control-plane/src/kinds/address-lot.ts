import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { AddressLotBlockRow, LoopbackAddressRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { logged } from '../kit/resources/logged.ts'
import { identityView } from '../kit/resources/resource.ts'

/** Addresses that the rack's switches take theirs from. */
export const addressLot = kind({
  kind: 'address-lot',
  table: 'address_lot',
  selector: 'addressLot',
  parent: null,
  view: (row) => ({ ...identityView(row), kind: row.kind }),
})

/** Returns a block in its API form. */
export const addressLotBlockView = (row: AddressLotBlockRow) => ({
  id: row.id,
  firstAddress: fromFixedWidth(row.first_address),
  lastAddress: fromFixedWidth(row.last_address),
})

/** A range of addresses of a lot. */
export const addressLotBlock = logged({
  kind: 'address-lot-block',
  table: 'address_lot_block',
  parentColumn: 'address_lot_id',
  view: addressLotBlockView,
})

/** Returns a loopback address in its API form. */
export const loopbackAddressView = (row: LoopbackAddressRow) => ({
  id: row.id,
  address: `${fromFixedWidth(row.address)}/${row.mask}`,
  addressLotBlockId: row.address_lot_block_id,
  rackId: row.rack_id,
  switchSlot: row.switch_slot,
})

/** An address of a switch, regardless of its ports. */
export const loopbackAddress = logged({
  kind: 'loopback-address',
  table: 'loopback_address',
  name: (row) => fromFixedWidth(row.address),
  parentColumn: 'rack_id',
  view: loopbackAddressView,
})
