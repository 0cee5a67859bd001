import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Address lots, loopback addresses, announce sets and BGP configurations. */
export const addressLots: Migration = {
  id: 45,
  name: 'address-lots',
  async up(db, engine) {
    const t = tables(db, engine)
    await t.required(t.named('address_lot'), ['kind']).execute()
    await t.unique('address_lot', 'name')
    const block = t.belongsTo(t.withId('address_lot_block'), 'address_lot_id', 'address_lot')
    await t.required(block, ['first_address', 'last_address']).execute()
    await t.index('address_lot_block', 'address_lot_id', 'id')
    await t.index('address_lot_block', 'first_address')
    let reservation = t.belongsTo(t.withId('address_lot_reservation'), 'address_lot_id', 'address_lot')
    reservation = t.belongsTo(reservation, 'address_lot_block_id', 'address_lot_block')
    reservation = t.required(reservation, ['address'])
    await t.required(reservation, ['anycast'], t.integer).execute()
    await t.index('address_lot_reservation', 'address_lot_id', 'address')
    let loopback = t.belongsTo(t.withId('loopback_address'), 'address_lot_block_id', 'address_lot_block')
    loopback = t.belongsTo(loopback, 'reservation_id', 'address_lot_reservation')
    loopback = t.required(loopback, ['rack_id', 'switch_slot', 'address'])
    await t.required(loopback, ['mask'], t.integer).execute()
    await t.unique('loopback_address', 'rack_id', 'switch_slot', 'address')
    await t.named('bgp_announce_set').execute()
    await t.unique('bgp_announce_set', 'name')
    let announcement = t.belongsTo(t.withId('bgp_announcement'), 'announce_set_id', 'bgp_announce_set')
    announcement = t.belongsTo(announcement, 'address_lot_block_id', 'address_lot_block')
    await t.required(announcement, ['network', 'first_address']).execute()
    await t.unique('bgp_announcement', 'announce_set_id', 'network')
    await t.index('bgp_announcement', 'address_lot_block_id')
    let config = t.belongsTo(t.named('bgp_config'), 'announce_set_id', 'bgp_announce_set')
    config = t.required(t.required(config, ['asn'], t.bigint), ['max_paths'], t.integer)
    await t.optional(config, ['vrf']).execute()
    await t.unique('bgp_config', 'name')
    await t.unique('bgp_config', 'asn')
    await t.index('bgp_config', 'announce_set_id')
  },
}
