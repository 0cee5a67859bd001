import { fixedWidth } from '@granary/domain/ip.ts'
import type { AddressLotReservationRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context/context.ts'
import { invalidRequest } from '../../kit/base/errors.ts'
import { unlogged } from '../../kit/sql/unlogged.ts'

type Wanted = {
  address: string
  /** Whether the address may have another use that is anycast too. */
  anycast: boolean
}

/**
 * Takes an address from an address lot.
 * @param path of the address in the request.
 * @throws ApiError 400 if no block of the lot contains the address, or it is reserved already.
 */
export async function reserveAddress(
  context: Context,
  lotId: string,
  { address, anycast }: Wanted,
  path: string,
): Promise<AddressLotReservationRow> {
  const fixed = fixedWidth(address)
  const block = await context.db
    .selectFrom('address_lot_block')
    .select('id')
    .where('address_lot_id', '=', lotId)
    .where('first_address', '<=', fixed)
    .where('last_address', '>=', fixed)
    .executeTakeFirst()
  if (!block) throw invalidRequest('address not in lot').at(path, 'not_allowed')
  let others = context.db
    .selectFrom('address_lot_reservation')
    .select('id')
    .where('address_lot_id', '=', lotId)
    .where('address', '=', fixed)
  if (anycast) others = others.where('anycast', '=', 0)
  if (await others.limit(1).executeTakeFirst())
    throw invalidRequest('address unavailable').at(path, 'not_allowed')
  const row = {
    id: crypto.randomUUID(),
    address_lot_id: lotId,
    address_lot_block_id: block.id,
    address: fixed,
    anycast: anycast ? (1 as const) : (0 as const),
  }
  await unlogged(context).insertInto('address_lot_reservation').values(row).execute()
  return row
}

/** Returns an address to its lot. The row that refers to the reservation must be gone. */
export async function releaseAddress(context: Context, reservationId: string): Promise<void> {
  await unlogged(context).deleteFrom('address_lot_reservation').where('id', '=', reservationId).execute()
}
