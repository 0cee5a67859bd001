import { IP_POOL_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { IpVersion } from './external-ips.ts'
import { IpPoolType } from './ip-pools.ts'
import { on, onFleet } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  IdSortMode,
  identity,
  identityCreate,
  identityUpdate,
  NameOrId,
  NameOrIdSortMode,
  paged,
  countedPageOf,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { IpPoolRange, IpRange } from './ip-ranges.ts'

export const IpPoolAssignment = z.enum(['silos', 'system_services']).meta({ id: 'IpPoolAssignment' })

const ASSIGNED = 'Whether silos or the services of the system use its addresses'

/** An IP pool as operators see it. */
export const IpPool = z
  .object({
    ...identity,
    ipVersion: IpVersion.meta({ description: 'Family of its addresses' }),
    poolType: IpPoolType.meta({ description: 'Whether its addresses are unicast or multicast' }),
    assignment: IpPoolAssignment.meta({ description: ASSIGNED }),
  })
  .meta({ id: 'IpPool' })

export const IpPoolCreate = z
  .object({
    ...identityCreate,
    ipVersion: IpVersion.default('v4').meta({ description: 'Family of its addresses, which never changes' }),
    poolType: IpPoolType.default('unicast').meta({
      description: 'Whether its addresses are unicast or multicast, which never changes',
    }),
    assignment: IpPoolAssignment.default('silos').meta({ description: ASSIGNED }),
  })
  .meta({ id: 'IpPoolCreate' })
export const IpPoolUpdate = z.object(identityUpdate).meta({ id: 'IpPoolUpdate' })
export const IpPoolAssignParam = z
  .object({
    assignment: IpPoolAssignment.meta({ description: ASSIGNED }),
  })
  .meta({ id: 'IpPoolAssignParam' })

const isDefault = z.boolean().meta({
  description: 'Whether the silo takes addresses of this family and type from it when no pool is named',
})
export const IpPoolSiloLink = z
  .object({
    ipPoolId: Uuid.meta({ description: 'The pool' }),
    siloId: Uuid.meta({ description: 'The silo' }),
    isDefault,
  })
  .meta({ id: 'IpPoolSiloLink' })
export const IpPoolLinkSilo = z
  .object({ silo: NameOrId.meta({ description: 'Name or ID of the silo' }), isDefault })
  .meta({ id: 'IpPoolLinkSilo' })
export const IpPoolSiloUpdate = z.object({ isDefault }).meta({ id: 'IpPoolSiloUpdate' })

/** The silo in the path of a link. */
const siloParameter = { silo: NameOrId.meta({ description: 'Name or ID of the linked silo' }) }

/** Exact numbers of one family as decimal texts, which hold 128 bits. */
const exactly = z.object({
  allocated: z.string().meta({ description: 'Addresses in use, as a decimal number' }),
  capacity: z.string().meta({ description: 'Addresses of all ranges, as a decimal number' }),
})
export const IpPoolUtilization = z
  .object({
    capacity: z.number().meta({ description: 'Addresses of all ranges; rounded above 2^53' }),
    remaining: z.number().meta({ description: 'Addresses that are free; rounded above 2^53' }),
    ipv4: extra(exactly.meta({ description: 'IPv4 addresses, exactly' })),
    ipv6: extra(exactly.meta({ description: 'IPv6 addresses, exactly' })),
  })
  .meta({ id: 'IpPoolUtilization' })

export const systemIpPools = family('system/ip-pools', {
  systemIpPoolList: get('/v1/system/ip-pools', {
    summary: 'List IP pools',
    description: 'Includes pools that no silo is linked to, and those of the services of the system.',
    choices: 'IP pools',
    needs: onFleet('read'),
    shows: ['ip-pool'],
    columns: ['name', 'ipVersion', 'poolType', 'assignment', 'timeCreated', 'id', 'description'],
    query: {
      assignment: IpPoolAssignment.optional().meta({ description: 'Only pools with this assignment' }),
      ipVersion: IpVersion.optional().meta({ description: 'Only pools of this family' }),
      poolType: IpPoolType.optional().meta({ description: 'Only pools of this type' }),
      ...searchableBy(IP_POOL_FIELDS),
      ...paginated(NameOrIdSortMode),
    },
    response: countedPageOf(IpPool).meta({ id: 'IpPoolResultsPage' }),
  }),
  systemIpPoolCreate: post('/v1/system/ip-pools', {
    summary: 'Create IP pool',
    description: 'A new pool has no addresses and no silos: add ranges and link silos to it.',
    needs: onFleet('modify'),
    changes: ['ip-pool'],
    body: IpPoolCreate,
    response: IpPool,
  }),
  systemIpPoolView: get('/v1/system/ip-pools/{pool}', {
    summary: 'Fetch IP pool',
    description: 'Also finds pools that are not linked to your own silo.',
    needs: on('ip-pool', 'read'),
    shows: ['ip-pool'],
    response: IpPool,
  }),
  systemIpPoolUpdate: put('/v1/system/ip-pools/{pool}', {
    summary: 'Update IP pool',
    description: 'Changes the name and the description, which users of linked silos see.',
    needs: on('ip-pool', 'modify'),
    changes: ['ip-pool'],
    body: IpPoolUpdate,
    response: IpPool,
  }),
  systemIpPoolDelete: del('/v1/system/ip-pools/{pool}', {
    summary: 'Delete IP pool',
    description: 'Refused while it has ranges. Its links to silos are deleted with it.',
    needs: on('ip-pool', 'modify'),
    changes: ['ip-pool', 'ip-pool-resource', 'internet-gateway-ip-pool'],
  }),
  systemIpPoolAssign: post('/v1/system/ip-pools/{pool}/assignment', {
    summary: 'Assign IP pool to silos or to the services of the system',
    description: 'Refused while silos are linked, and for the last pool of the services of the system.',
    needs: on('ip-pool', 'modify'),
    changes: ['ip-pool'],
    body: IpPoolAssignParam,
    response: IpPool,
    status: 200,
  }),
  systemIpPoolUtilizationView: get('/v1/system/ip-pools/{pool}/utilization', {
    summary: 'Fetch utilization of IP pool',
    description: 'An address that instances share for outbound traffic counts once.',
    expectedFailures: { 404: 'a listed pool may be deleted' },
    needs: on('ip-pool', 'read'),
    shows: ['ip-pool-range', 'external-ip', 'floating-ip', 'multicast-group'],
    response: IpPoolUtilization,
  }),
  systemIpPoolRangeList: get('/v1/system/ip-pools/{pool}/ranges', {
    summary: 'List ranges of IP pool',
    description: 'Ranges are listed by their first address. Both ends belong to a range.',
    needs: on('ip-pool', 'read'),
    shows: ['ip-pool-range'],
    columns: ['range.first', 'range.last', 'timeCreated', 'id'],
    query: paged,
    response: pageOf(IpPoolRange).meta({ id: 'IpPoolRangeResultsPage' }),
  }),
  systemIpPoolRangeAdd: post('/v1/system/ip-pools/{pool}/ranges/add', {
    summary: 'Add range to IP pool',
    description: 'Refused if it overlaps with a range of any pool, or with a member of a subnet pool.',
    needs: on('ip-pool', 'modify'),
    changes: ['ip-pool-range'],
    body: IpRange,
    response: IpPoolRange,
  }),
  systemIpPoolRangeRemove: post('/v1/system/ip-pools/{pool}/ranges/remove', {
    summary: 'Remove range from IP pool',
    description: 'Name both ends of a whole range. Refused while any of its addresses is allocated.',
    needs: on('ip-pool', 'modify'),
    changes: ['ip-pool-range'],
    body: IpRange,
  }),
  systemIpPoolSiloList: get('/v1/system/ip-pools/{pool}/silos', {
    summary: 'List silos linked to IP pool',
    description: 'Users of these silos can take addresses from the pool.',
    choices: 'linked silos',
    needs: on('ip-pool', 'read'),
    shows: ['ip-pool-resource', 'silo'],
    columns: ['siloId', 'isDefault', 'ipPoolId'],
    query: paginated(IdSortMode),
    response: pageOf(IpPoolSiloLink).meta({ id: 'IpPoolSiloLinkResultsPage' }),
  }),
  systemIpPoolSiloLink: post('/v1/system/ip-pools/{pool}/silos', {
    summary: 'Link IP pool to silo',
    description:
      'Lets users of the silo take addresses from the pool. A new default pool is attached to the internet gateways that are named `default`. Refused if the silo has another default pool of the same family and type.',
    needs: on('ip-pool', 'modify'),
    changes: ['ip-pool-resource', 'internet-gateway-ip-pool'],
    body: IpPoolLinkSilo,
    response: IpPoolSiloLink,
  }),
  systemIpPoolSiloUpdate: put('/v1/system/ip-pools/{pool}/silos/{silo}', {
    summary: "Make IP pool a silo's default, or clear that",
    description: 'The previous default of the same family and type stays linked.',
    needs: on('ip-pool', 'modify', 'in_path'),
    changes: ['ip-pool-resource'],
    params: siloParameter,
    body: IpPoolSiloUpdate,
    response: IpPoolSiloLink,
  }),
  systemIpPoolSiloUnlink: del('/v1/system/ip-pools/{pool}/silos/{silo}', {
    summary: 'Unlink IP pool from silo',
    description:
      'Refused while the silo has addresses of the pool. The pool is detached from all internet gateways of the silo.',
    needs: on('ip-pool', 'modify', 'in_path'),
    changes: ['ip-pool-resource', 'internet-gateway-ip-pool'],
    params: siloParameter,
  }),
})
