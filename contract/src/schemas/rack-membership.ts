import { z } from 'zod'
import { Timestamp, Uuid } from '../scalars.ts'

/** Most sleds that one request adds, and characters of a part or serial number. */
const MAX_ADDED_SLEDS = 64
const MAX_PRINTED = 128

const BaseboardId = z
  .object({
    partNumber: z.string().max(MAX_PRINTED).meta({ description: 'Part number' }),
    serialNumber: z.string().max(MAX_PRINTED).meta({ description: 'Serial number' }),
  })
  .meta({ id: 'BaseboardId' })

export const RackMembershipVersion = z
  .int()
  .min(0)
  .meta({ id: 'RackMembershipVersion', type: 'integer', format: 'uint64' })

const RackMembershipChangeState = z
  .enum(['in_progress', 'committed', 'aborted'])
  .meta({ id: 'RackMembershipChangeState' })

const sleds = z.array(BaseboardId)

export const RackMembershipAddSledsRequest = z
  .object({
    sledIds: sleds
      .max(MAX_ADDED_SLEDS)
      .meta({ uniqueItems: true, description: 'Uninitialized sleds of the rack' }),
  })
  .meta({ id: 'RackMembershipAddSledsRequest' })

export const RackMembershipStatus = z
  .object({
    rackId: Uuid.meta({ description: 'Rack that it is about' }),
    version: RackMembershipVersion.meta({ description: 'Number of the version, from 1' }),
    state: RackMembershipChangeState.meta({
      description:
        'in_progress: waits until each new member has acknowledged it. committed: all members are in use. aborted: its new members are not.',
    }),
    members: sleds.meta({ uniqueItems: true, description: 'Sleds that belong to the rack in this version' }),
    unacknowledgedMembers: sleds.meta({
      uniqueItems: true,
      description: 'Members that did not yet say that they are ready',
    }),
    timeCreated: Timestamp.meta({ description: 'When the version began' }),
    timeCommitted: Timestamp.nullable().meta({ description: 'When it was committed; null if it was not' }),
    timeAborted: Timestamp.nullable().meta({ description: 'When it was aborted; null if it was not' }),
  })
  .meta({ id: 'RackMembershipStatus' })
