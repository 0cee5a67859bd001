import { onFleet } from './needs.ts'
import { family, get, post } from './operation.ts'
import { Uuid } from './scalars.ts'
import {
  RackMembershipAddSledsRequest,
  RackMembershipStatus,
  RackMembershipVersion,
} from './schemas/rack-membership.ts'

const AT = '/v1/system/hardware/racks/{rackId}/membership'
const params = { rackId: Uuid.meta({ description: 'ID of the rack' }) }

export const rackMemberships = family('experimental', {
  rackMembershipStatus: get(AT, {
    summary: 'Fetch the membership of a rack',
    description:
      'Returns the newest version of the sleds that belong to a rack, or the version that the query names.',
    needs: onFleet('read'),
    shows: ['rack-membership'],
    params,
    query: {
      version: RackMembershipVersion.optional().meta({ description: 'Version; the newest by default' }),
    },
    response: RackMembershipStatus,
  }),
  rackMembershipAddSleds: post(`${AT}/add`, {
    summary: 'Add sleds to a rack',
    description:
      'Begins a new version with uninitialized sleds of the rack. Once each of them has acknowledged it, the version is committed and the sleds run instances. Only one change of a rack is in progress at a time.',
    needs: onFleet('modify'),
    changes: ['rack-membership'],
    params,
    body: RackMembershipAddSledsRequest,
    response: RackMembershipStatus,
    status: 200,
  }),
  rackMembershipAbort: post(`${AT}/abort`, {
    summary: 'Abort a change of the members of a rack',
    description:
      'Aborts the version that is in progress. Its new sleds stay uninitialized. A version that was committed cannot be aborted.',
    needs: onFleet('modify'),
    changes: ['rack-membership'],
    params,
    response: RackMembershipStatus,
    status: 200,
    needsSpace: false,
  }),
})
