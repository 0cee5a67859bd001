import { MAX_LOT_BLOCKS } from '@granary/domain/address-lots.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { on, onFleet } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  IdSortMode,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
  IpText,
} from './scalars.ts'

const AddressLotKind = z.enum(['infra', 'pool']).meta({ id: 'AddressLotKind' })
const kind = AddressLotKind.meta({
  description: '`infra` for addresses of the rack itself, `pool` for addresses of IP pools',
})
const address = checkedText(ipProblem, 64).meta({ format: 'ip' })

const AddressLot = z.object({ ...identity, kind }).meta({ id: 'AddressLot' })
const AddressLotBlock = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    firstAddress: IpText.meta({ description: 'First address of the block' }),
    lastAddress: IpText.meta({ description: 'Last address of the block' }),
  })
  .meta({ id: 'AddressLotBlock' })
const AddressLotBlockCreate = z
  .object({
    firstAddress: address.meta({
      description: 'First address of the block',
      maxLength: 64,
      examples: ['198.51.100.10'],
    }),
    lastAddress: address.meta({
      description: 'Last address of the block, of the same family and not below the first',
      maxLength: 64,
      examples: ['198.51.100.20'],
    }),
  })
  .meta({ id: 'AddressLotBlockCreate' })
const AddressLotCreate = z
  .object({
    ...identityCreate,
    kind,
    blocks: z.array(AddressLotBlockCreate).min(1).max(MAX_LOT_BLOCKS).meta({
      description: 'Ranges of addresses, which overlap neither each other nor those of another lot',
    }),
  })
  .meta({ id: 'AddressLotCreate' })

const lotAndBlocks = {
  lot: AddressLot.meta({ description: 'The address lot' }),
  blocks: z.array(AddressLotBlock).meta({ description: 'Its blocks, by first address' }),
}

export const addressLots = family('system/networking', {
  networkingAddressLotList: get('/v1/system/networking/address-lot', {
    summary: 'List address lots',
    description: 'Lists the lots that addresses of the rack are taken from, by name.',
    needs: onFleet('read'),
    shows: ['address-lot'],
    columns: ['name', 'kind', 'timeCreated', 'id', 'description'],
    query: paginated(NameOrIdSortMode),
    response: pageOf(AddressLot).meta({ id: 'AddressLotResultsPage' }),
  }),
  networkingAddressLotCreate: post('/v1/system/networking/address-lot', {
    summary: 'Create address lot',
    description: 'The blocks of a lot never change. An address belongs to one lot at most.',
    needs: onFleet('modify'),
    changes: ['address-lot', 'address-lot-block'],
    body: AddressLotCreate,
    response: z.object(lotAndBlocks).meta({ id: 'AddressLotCreateResponse' }),
  }),
  networkingAddressLotView: get('/v1/system/networking/address-lot/{addressLot}', {
    summary: 'Fetch address lot',
    description: 'Finds a lot by name or ID, and returns it with all of its blocks.',
    needs: on('address-lot', 'read'),
    shows: ['address-lot', 'address-lot-block'],
    response: z.object(lotAndBlocks).meta({ id: 'AddressLotViewResponse' }),
  }),
  networkingAddressLotDelete: del('/v1/system/networking/address-lot/{addressLot}', {
    summary: 'Delete address lot',
    description:
      'Refused while a loopback address, a switch port or an announcement uses one of its addresses.',
    needs: on('address-lot', 'modify'),
    changes: ['address-lot', 'address-lot-block'],
  }),
  networkingAddressLotBlockList: get('/v1/system/networking/address-lot/{addressLot}/blocks', {
    summary: 'List blocks of address lot',
    description: 'Lists the ranges of addresses of a lot, by ID.',
    needs: on('address-lot', 'read'),
    shows: ['address-lot-block'],
    columns: ['firstAddress', 'lastAddress', 'id'],
    query: paginated(IdSortMode),
    response: pageOf(AddressLotBlock).meta({ id: 'AddressLotBlockResultsPage' }),
  }),
})
