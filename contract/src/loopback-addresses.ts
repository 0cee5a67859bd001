import { rackAddressProblem } from '@granary/domain/ip-ranges.ts'
import { z } from 'zod'
import { SwitchSlot } from './schemas/hardware.ts'
import { onFleet } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { checkedText, IdSortMode, NameOrId, pageOf, paginated, Uuid } from './scalars.ts'

const rackId = Uuid.meta({ description: 'Rack of the switch' })
const switchSlot = SwitchSlot.meta({ description: 'Switch that has the address' })
const ip = checkedText(rackAddressProblem, 64).meta({
  format: 'ip',
  description: 'The address',
  examples: ['198.51.100.1'],
})

const LoopbackAddress = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    address: z.string().meta({ description: 'The address with its prefix length, such as 198.51.100.1/32' }),
    addressLotBlockId: Uuid.meta({ description: 'Block of the address lot that the address is taken from' }),
    rackId,
    switchSlot,
  })
  .meta({ id: 'LoopbackAddress' })
const LoopbackAddressCreate = z
  .object({
    address: ip,
    mask: z
      .int()
      .min(0)
      .max(128)
      .meta({
        description: 'Prefix length: 1 to 32 for an IPv4 address, 1 to 128 for an IPv6 address',
        examples: [32],
      }),
    addressLot: NameOrId.meta({ description: 'Name or ID of the address lot that has the address' }),
    anycast: z.boolean().meta({
      description: 'Whether other switches may have the address too, if they also have it as anycast',
    }),
    rackId,
    switchSlot,
  })
  .meta({ id: 'LoopbackAddressCreate' })

export const loopbackAddresses = family('system/networking', {
  networkingLoopbackAddressList: get('/v1/system/networking/loopback-address', {
    summary: 'List loopback addresses',
    description: 'Lists the addresses that switches have regardless of their ports, by ID.',
    needs: onFleet('read'),
    shows: ['loopback-address'],
    columns: ['address', 'switchSlot', 'rackId', 'id'],
    query: paginated(IdSortMode),
    response: pageOf(LoopbackAddress).meta({ id: 'LoopbackAddressResultsPage' }),
  }),
  networkingLoopbackAddressCreate: post('/v1/system/networking/loopback-address', {
    summary: 'Create loopback address',
    description:
      'Takes the address from an address lot. Refused if another use has it, unless both are anycast.',
    needs: onFleet('modify'),
    changes: ['loopback-address'],
    body: LoopbackAddressCreate,
    response: LoopbackAddress,
  }),
  networkingLoopbackAddressDelete: del(
    '/v1/system/networking/loopback-address/{rackId}/{switchSlot}/{address}/{subnetMask}',
    {
      summary: 'Delete loopback address',
      description: 'Returns the address to its lot.',
      needs: onFleet('modify'),
      changes: ['loopback-address'],
      params: {
        rackId,
        switchSlot,
        address: ip,
        subnetMask: z
          .int()
          .min(0)
          .max(128)
          .meta({ description: 'Its prefix length', examples: [32] }),
      },
    },
  ),
})
