import { maskProblem } from '@granary/domain/address-lots.ts'
import { fixedWidth } from '@granary/domain/ip.ts'
import { loopbackAddress, loopbackAddressView } from '../kinds/address-lot.ts'
import { finders } from '../kinds/finders.ts'
import { handlers } from '../kinds/handler.ts'
import { asField } from '../kit/base/at-field.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest, notFound } from '../kit/base/errors.ts'
import { takePage } from '../kit/request/pagination.ts'
import { releaseAddress, reserveAddress } from '../shared/network/reserve-address.ts'

export const loopbackAddressHandlers = handlers({
  networkingLoopbackAddressList: async (context, { query }) => {
    const addresses = context.db.selectFrom('loopback_address').selectAll()
    const { rows, nextPage } = await takePage(addresses, query, { id: 'id' }, (row) => row.id)
    return { items: rows.map(loopbackAddressView), nextPage }
  },

  networkingLoopbackAddressCreate: async (context, { body }) => {
    const problem = maskProblem(body.address, body.mask)
    if (problem) throw invalidRequest(problem).at('mask', 'out_of_range')
    await requireRack(context, body.rackId)
    const { row: lot } = await asField('address_lot', () =>
      finders['address-lot'](context, { addressLot: body.addressLot }, 'modify'),
    )
    if (await loopbackOn(context, body))
      throw invalidRequest('address unavailable').at('address', 'not_allowed')
    const reservation = await reserveAddress(context, lot.id, body, 'address')
    const row = await loopbackAddress.create(context, fleet, {
      id: crypto.randomUUID(),
      address_lot_block_id: reservation.address_lot_block_id,
      reservation_id: reservation.id,
      rack_id: body.rackId,
      switch_slot: body.switchSlot,
      address: reservation.address,
      mask: body.mask,
    })
    return loopbackAddressView(row)
  },

  networkingLoopbackAddressDelete: async (context, { path }) => {
    const row = await loopbackOn(context, path)
    if (row?.mask !== path.subnetMask)
      throw notFound('loopback-address', { name: `${path.address}/${path.subnetMask}` })
    await loopbackAddress.remove(context, { row, scope: fleet })
    await releaseAddress(context, row.reservation_id)
  },
})

type Place = { rackId: string; switchSlot: 'switch0' | 'switch1'; address: string }

/** Returns the loopback address of a switch with this address. */
const loopbackOn = ({ db }: Context, { rackId, switchSlot, address }: Place) =>
  db
    .selectFrom('loopback_address')
    .selectAll()
    .where('rack_id', '=', rackId)
    .where('switch_slot', '=', switchSlot)
    .where('address', '=', fixedWidth(address))
    .executeTakeFirst()

/** @throws ApiError 404. */
async function requireRack({ db }: Context, id: string): Promise<void> {
  const rack = await db.selectFrom('rack').select('id').where('id', '=', id).executeTakeFirst()
  if (!rack) throw notFound('rack', { id }).at('rack_id', 'not_found')
}
