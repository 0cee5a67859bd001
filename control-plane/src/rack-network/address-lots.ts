import { blockProblem, overlappingBlock } from '@granary/domain/address-lots.ts'
import { fixedRange, type IpRange } from '@granary/domain/ip-ranges.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { AddressLotRow } from '../database/schema.ts'
import { addressLot, addressLotBlock, addressLotBlockView } from '../kinds/address-lot.ts'
import { handlers } from '../kinds/handler.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { listNamed } from '../kit/resources/named.ts'
import { takePage } from '../kit/request/pagination.ts'

export const addressLotHandlers = handlers({
  networkingAddressLotList: async (context, { query }) => listNamed(context, addressLot, {}, query),

  networkingAddressLotCreate: async (context, { body }) => {
    const blocks = body.blocks.map(({ firstAddress: first, lastAddress: last }) => ({ first, last }))
    refuseBlocks(blocks)
    const fixed = blocks.map(fixedRange)
    for (const [at, block] of fixed.entries()) await refuseOverlap(context, block, at)
    const lot = await addressLot.create(context, fleet, body, { kind: body.kind })
    for (const { first, last } of fixed)
      await addressLotBlock.create(context, fleet, {
        id: crypto.randomUUID(),
        address_lot_id: lot.id,
        first_address: first,
        last_address: last,
      })
    return withBlocks(context, lot)
  },

  networkingAddressLotView: (context, { found }) => withBlocks(context, found.row),

  networkingAddressLotDelete: async (context, { found }) => {
    if (await isInUse(context, found.row)) throw invalidRequest('lot is in use')
    for (const row of await blocksOf(context, found.row).execute())
      await addressLotBlock.remove(context, { row, scope: fleet })
    await addressLot.remove(context, found)
  },

  networkingAddressLotBlockList: async (context, { found, query }) => {
    const blocks = blocksOf(context, found.row)
    const { rows, nextPage } = await takePage(blocks, query, { id: 'id' }, (row) => row.id)
    return { items: rows.map(addressLotBlockView), nextPage }
  },
})

const blocksOf = ({ db }: Context, lot: AddressLotRow) =>
  db.selectFrom('address_lot_block').selectAll().where('address_lot_id', '=', lot.id)

async function withBlocks(context: Context, lot: AddressLotRow) {
  const rows = await blocksOf(context, lot).orderBy('first_address').execute()
  return { lot: addressLot.view(lot), blocks: rows.map(addressLotBlockView) }
}

/** @throws ApiError 400 for blocks that are wrong or overlap each other. */
function refuseBlocks(blocks: readonly IpRange[]): void {
  for (const [at, block] of blocks.entries()) {
    const problem = blockProblem(block)
    if (problem)
      throw invalidRequest(problem.message).at(`blocks[${at}].${problem.end}_address`, 'not_allowed')
  }
  const overlapping = overlappingBlock(blocks)
  if (overlapping !== null)
    throw invalidRequest('blocks of an address lot must not overlap').at(
      `blocks[${overlapping}].first_address`,
      'not_allowed',
    )
}

/** @throws ApiError 400 for a block that shares addresses with one of another lot. */
async function refuseOverlap({ db }: Context, { first, last }: IpRange, at: number): Promise<void> {
  const other = await db
    .selectFrom('address_lot_block')
    .innerJoin('address_lot', 'address_lot.id', 'address_lot_block.address_lot_id')
    .select(['address_lot.name', 'first_address', 'last_address'])
    .where('first_address', '<=', last)
    .where('last_address', '>=', first)
    .orderBy('first_address')
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const [from, to] = [fromFixedWidth(other.first_address), fromFixedWidth(other.last_address)]
  throw invalidRequest(`block overlaps with ${from}-${to} of the address lot "${other.name}"`).at(
    `blocks[${at}].first_address`,
    'not_allowed',
  )
}

async function isInUse({ db }: Context, { id }: AddressLotRow): Promise<boolean> {
  const reservation = await db
    .selectFrom('address_lot_reservation')
    .select('id')
    .where('address_lot_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (reservation) return true
  const announcement = await db
    .selectFrom('address_lot_block')
    .innerJoin('bgp_announcement', 'address_lot_block_id', 'address_lot_block.id')
    .select('bgp_announcement.id')
    .where('address_lot_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return announcement !== undefined
}
