import { blockContainsNetwork } from '@granary/domain/address-lots.ts'
import { networkBounds, normalizeNetwork } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { AddressLotBlockRow, BgpAnnouncementRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest, notFound } from '../kit/base/errors.ts'

/** A network of an announce set, with the block that contains it. */
export type Announcement = Omit<BgpAnnouncementRow, 'id' | 'announce_set_id'>

type Requested = { addressLotBlock: string; network: string }

/**
 * Finds the blocks of requested announcements.
 * @throws ApiError 404 for an unknown lot or block, 400 for a network outside of it or listed more than once.
 */
export async function placeAnnouncements(
  context: Context,
  requested: readonly Requested[],
): Promise<Announcement[]> {
  const blocksOf = new Map<string, AddressLotBlockRow[]>()
  const placed = new Map<string, Announcement>()
  for (const [at, { addressLotBlock: named, network: given }] of requested.entries()) {
    const blocks = blocksOf.get(named) ?? (await findBlocks(context, named))
    blocksOf.set(named, blocks)
    if (blocks.length === 0)
      throw notFound('address-lot-block', isUuid(named) ? { id: named } : { name: named }).at(
        `announcement[${at}].address_lot_block`,
        'not_found',
      )
    const refuse = (message: string) =>
      invalidRequest(message).at(`announcement[${at}].network`, 'not_allowed')
    const network = normalizeNetwork(given)
    const block = blocks.find(({ first_address: first, last_address: last }) =>
      blockContainsNetwork({ first, last }, network),
    )
    if (!block) throw refuse(`network ${network} is not in the address lot block`)
    if (placed.has(network)) throw refuse(`network ${network} is listed more than once`)
    const { first } = networkBounds(network)
    placed.set(network, { address_lot_block_id: block.id, network, first_address: first })
  }
  return [...placed.values()]
}

/** Returns the blocks of a lot, by its name or ID, or one block by its ID. */
async function findBlocks({ db }: Context, named: string): Promise<AddressLotBlockRow[]> {
  const all = db
    .selectFrom('address_lot_block')
    .innerJoin('address_lot', 'address_lot.id', 'address_lot_block.address_lot_id')
    .selectAll('address_lot_block')
  if (!isUuid(named)) return all.where('address_lot.name', '=', named).execute()
  const blocks = await all.where('address_lot.id', '=', named).execute()
  return blocks.length > 0 ? blocks : all.where('address_lot_block.id', '=', named).execute()
}
