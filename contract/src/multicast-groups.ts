import { ipProblem } from '@granary/domain/ip.ts'
import { groupIdentifierProblem, MAX_MULTICAST_SOURCES } from '@granary/domain/multicast.ts'
import { isUuid, normalizeUuid } from '@granary/domain/names.ts'
import { z } from 'zod'
import { IpVersion } from './external-ips.ts'
import { on, signedIn } from './needs.ts'
import { del, family, get, put } from './operation.ts'
import {
  checkedText,
  identity,
  IdSortMode,
  inProject,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
  IpText,
} from './scalars.ts'

/** How requests refer to a multicast group. */
export const MulticastGroupIdentifier = checkedText(groupIdentifierProblem, 63)
  .overwrite((value) => (isUuid(value) ? (normalizeUuid(value) ?? value) : value))
  .meta({
    id: 'MulticastGroupIdentifier',
    description: 'Name, ID or address of a multicast group',
    minLength: 1,
    maxLength: 63,
  })

const Address = checkedText(ipProblem, 64).meta({ format: 'ip' })
const joining = {
  ipVersion: IpVersion.nullish().meta({
    default: null,
    description:
      'Family of a new group without an address; needed where the silo has a default multicast pool of both',
  }),
  sourceIps: z.array(Address).max(MAX_MULTICAST_SOURCES).nullish().meta({
    default: null,
    description: 'Addresses whose packets the instance receives; of any source when left out',
  }),
}

export const MulticastGroupJoinSpec = z
  .object({
    group: MulticastGroupIdentifier.meta({
      description: 'Name, ID or address of the group; a name or an address without a group makes one',
    }),
    ...joining,
  })
  .meta({ id: 'MulticastGroupJoinSpec' })
export const InstanceMulticastGroupJoin = z.object(joining).meta({ id: 'InstanceMulticastGroupJoin' })

export const MulticastGroup = z
  .object({
    ...identity,
    ipPoolId: Uuid.meta({ description: 'Multicast pool of its address' }),
    multicastIp: IpText.meta({ description: 'Its address' }),
    sourceIps: z.array(IpText).meta({ description: 'All sources that members name' }),
    hasAnySourceMember: z.boolean().meta({ description: 'Whether a member listens to any source' }),
    state: z.string().meta({ description: '`Active`' }),
  })
  .meta({ id: 'MulticastGroup' })

export const MulticastGroupMember = z
  .object({
    ...identity,
    instanceId: Uuid.meta({ description: 'The instance' }),
    multicastGroupId: Uuid.meta({ description: 'The group' }),
    multicastIp: IpText.meta({ description: 'Address of the group' }),
    sourceIps: z.array(IpText).meta({ description: 'Sources that it listens to; empty for any' }),
    state: z.string().meta({ description: '`Joined` while the instance runs, otherwise `Left`' }),
  })
  .meta({ id: 'MulticastGroupMember' })

const members = pageOf(MulticastGroupMember).meta({ id: 'MulticastGroupMemberResultsPage' })
const memberColumns = ['name', 'multicastIp', 'state', 'sourceIps', 'instanceId', 'id'] as const
const group = {
  multicastGroup: MulticastGroupIdentifier.meta({ description: 'Name, ID or address of the group' }),
}
/** A member has the name and the state of its instance. */
const shown = ['multicast-group', 'multicast-group-member', 'instance', 'ip-pool-resource'] as const

export const multicastGroups = family('multicast-groups', {
  multicastGroupList: get('/v1/multicast-groups', {
    summary: 'List multicast groups',
    description: 'Groups at addresses of the multicast pools that are linked to your silo.',
    needs: signedIn,
    shows: shown,
    columns: ['name', 'multicastIp', 'state', 'hasAnySourceMember', 'timeCreated', 'id'],
    query: paginated(NameOrIdSortMode),
    response: pageOf(MulticastGroup).meta({ id: 'MulticastGroupResultsPage' }),
  }),
  multicastGroupView: get('/v1/multicast-groups/{multicastGroup}', {
    summary: 'Fetch multicast group',
    description: 'A group of a pool that is not linked to your silo is not found.',
    needs: signedIn,
    shows: shown,
    params: group,
    response: MulticastGroup,
  }),
  multicastGroupMemberList: get('/v1/multicast-groups/{multicastGroup}/members', {
    summary: 'List members of multicast group',
    description: 'Includes only instances of projects that you can see.',
    needs: signedIn,
    shows: shown,
    columns: memberColumns,
    params: group,
    query: paginated(IdSortMode),
    response: members,
  }),
})

export const instanceMulticastGroups = family('instances', {
  instanceMulticastGroupList: get('/v1/instances/{instance}/multicast-groups', {
    summary: 'List multicast groups of an instance',
    description: 'Each item is the membership of the instance in a group.',
    needs: on('instance', 'read'),
    shows: shown,
    columns: ['multicastIp', 'state', 'sourceIps', 'multicastGroupId', 'id'],
    query: { ...inProject, ...paginated(IdSortMode) },
    response: members,
  }),
  instanceMulticastGroupJoin: put('/v1/instances/{instance}/multicast-groups/{multicastGroup}', {
    summary: 'Join multicast group',
    description:
      'Creates the group if its name or address has none, and replaces the sources of an instance that is a member.',
    needs: on('instance', 'modify_contents'),
    changes: ['multicast-group', 'multicast-group-member'],
    params: group,
    query: inProject,
    body: InstanceMulticastGroupJoin,
    response: MulticastGroupMember,
    status: 201,
  }),
  instanceMulticastGroupLeave: del('/v1/instances/{instance}/multicast-groups/{multicastGroup}', {
    summary: 'Leave multicast group',
    description: 'A group is deleted with its last member, and its address returns to the pool.',
    needs: on('instance', 'modify_contents'),
    changes: ['multicast-group', 'multicast-group-member'],
    params: group,
    query: inProject,
  }),
})
