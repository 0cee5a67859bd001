import { SUBNET_POOL_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { ipNetProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { IpVersion } from './external-ips.ts'
import { on, onFleet } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  identityUpdate,
  IdSortMode,
  NameOrId,
  NameOrIdSortMode,
  paged,
  countedPageOf,
  pageOf,
  paginated,
  Timestamp,
  Uuid,
} from './scalars.ts'

/** A subnet pool as operators see it. */
export const SubnetPool = z
  .object({ ...identity, ipVersion: IpVersion.meta({ description: 'Family of its subnets' }) })
  .meta({ id: 'SubnetPool' })
export const SubnetPoolCreate = z
  .object({
    ...identityCreate,
    ipVersion: IpVersion.meta({ description: 'Family of its subnets, which never changes' }),
  })
  .meta({ id: 'SubnetPoolCreate' })
export const SubnetPoolUpdate = z.object(identityUpdate).meta({ id: 'SubnetPoolUpdate' })

const subnet = z.string().meta({ description: 'Its network, such as 198.51.100.0/24' })
const subnetInput = checkedText(ipNetProblem, 64).meta({
  description: 'Network in CIDR notation, such as 198.51.100.0/24',
})
const length = z.int().min(0).max(128)

export const SubnetPoolMember = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    subnetPoolId: Uuid.meta({ description: 'Pool of the member' }),
    subnet,
    minPrefixLength: length.meta({ description: 'Shortest prefix of an external subnet from it' }),
    maxPrefixLength: length.meta({ description: 'Longest prefix of an external subnet from it' }),
    timeCreated: Timestamp.meta({ description: 'When it was added' }),
  })
  .meta({ id: 'SubnetPoolMember' })
export const SubnetPoolMemberAdd = z
  .object({
    subnet: subnetInput,
    minPrefixLength: length.nullish().meta({
      description: 'Shortest prefix of an external subnet from it; that of the member when left out',
    }),
    maxPrefixLength: length.nullish().meta({
      description: 'Longest prefix of an external subnet from it; a single address when left out',
    }),
  })
  .meta({ id: 'SubnetPoolMemberAdd' })
export const SubnetPoolMemberRemove = z.object({ subnet: subnetInput }).meta({ id: 'SubnetPoolMemberRemove' })

const isDefault = z.boolean().meta({
  description: 'Whether the silo takes subnets of this family from it when no pool is named',
})
export const SubnetPoolSiloLink = z
  .object({
    subnetPoolId: Uuid.meta({ description: 'The pool' }),
    siloId: Uuid.meta({ description: 'The silo' }),
    isDefault,
  })
  .meta({ id: 'SubnetPoolSiloLink' })
export const SubnetPoolLinkSilo = z
  .object({ silo: NameOrId.meta({ description: 'Name or ID of the silo' }), isDefault })
  .meta({ id: 'SubnetPoolLinkSilo' })
export const SubnetPoolSiloUpdate = z.object({ isDefault }).meta({ id: 'SubnetPoolSiloUpdate' })

export const SubnetPoolUtilization = z
  .object({
    capacity: z.number().meta({ description: 'Addresses of all members; rounded above 2^53' }),
    remaining: z.number().meta({ description: 'Addresses in no external subnet; rounded above 2^53' }),
  })
  .meta({ id: 'SubnetPoolUtilization' })

/** The silo in the path of a link. */
const siloParameter = { silo: NameOrId.meta({ description: 'Name or ID of the linked silo' }) }

export const systemSubnetPools = family('system/subnet-pools', {
  systemSubnetPoolList: get('/v1/system/subnet-pools', {
    summary: 'List subnet pools',
    description: 'Includes pools that no silo is linked to.',
    choices: 'subnet pools',
    needs: onFleet('read'),
    shows: ['subnet-pool'],
    columns: ['name', 'ipVersion', 'timeCreated', 'id', 'description'],
    query: { ...searchableBy(SUBNET_POOL_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(SubnetPool).meta({ id: 'SubnetPoolResultsPage' }),
  }),
  systemSubnetPoolCreate: post('/v1/system/subnet-pools', {
    summary: 'Create subnet pool',
    description: 'A new pool has no subnets and no silos: add members and link silos to it.',
    needs: onFleet('modify'),
    changes: ['subnet-pool'],
    body: SubnetPoolCreate,
    response: SubnetPool,
  }),
  systemSubnetPoolView: get('/v1/system/subnet-pools/{pool}', {
    summary: 'Fetch subnet pool',
    description: 'Also finds pools that are not linked to your own silo.',
    needs: on('subnet-pool', 'read'),
    shows: ['subnet-pool'],
    response: SubnetPool,
  }),
  systemSubnetPoolUpdate: put('/v1/system/subnet-pools/{pool}', {
    summary: 'Update subnet pool',
    description: 'Changes the name and the description, which users of linked silos see.',
    needs: on('subnet-pool', 'modify'),
    changes: ['subnet-pool'],
    body: SubnetPoolUpdate,
    response: SubnetPool,
  }),
  systemSubnetPoolDelete: del('/v1/system/subnet-pools/{pool}', {
    summary: 'Delete subnet pool',
    description: 'Refused while it has members. Its links to silos are deleted with it.',
    needs: on('subnet-pool', 'modify'),
    changes: ['subnet-pool', 'subnet-pool-resource'],
  }),
  systemSubnetPoolUtilizationView: get('/v1/system/subnet-pools/{pool}/utilization', {
    summary: 'Fetch utilization of subnet pool',
    description: 'Counts addresses: an external subnet uses all of its own.',
    expectedFailures: { 404: 'a listed pool may be deleted' },
    needs: on('subnet-pool', 'read'),
    shows: ['subnet-pool-member', 'external-subnet'],
    response: SubnetPoolUtilization,
  }),
  systemSubnetPoolMemberList: get('/v1/system/subnet-pools/{pool}/members', {
    summary: 'List members of subnet pool',
    description: 'Members are the networks that external subnets are taken from, by their first address.',
    needs: on('subnet-pool', 'read'),
    shows: ['subnet-pool-member'],
    columns: ['subnet', 'minPrefixLength', 'maxPrefixLength', 'timeCreated', 'id'],
    query: paged,
    response: pageOf(SubnetPoolMember).meta({ id: 'SubnetPoolMemberResultsPage' }),
  }),
  systemSubnetPoolMemberAdd: post('/v1/system/subnet-pools/{pool}/members/add', {
    summary: 'Add member to subnet pool',
    description: 'Refused if it overlaps with a member of any subnet pool, or with a range of an IP pool.',
    needs: on('subnet-pool', 'modify'),
    changes: ['subnet-pool-member'],
    body: SubnetPoolMemberAdd,
    response: SubnetPoolMember,
  }),
  systemSubnetPoolMemberRemove: post('/v1/system/subnet-pools/{pool}/members/remove', {
    summary: 'Remove member from subnet pool',
    description: 'Name a whole member. Refused while an external subnet is taken from it.',
    needs: on('subnet-pool', 'modify'),
    changes: ['subnet-pool-member'],
    body: SubnetPoolMemberRemove,
  }),
  systemSubnetPoolSiloList: get('/v1/system/subnet-pools/{pool}/silos', {
    summary: 'List silos linked to subnet pool',
    description: 'Users of these silos can take external subnets from the pool.',
    choices: 'linked silos',
    needs: on('subnet-pool', 'read'),
    shows: ['subnet-pool-resource', 'silo'],
    columns: ['siloId', 'isDefault', 'subnetPoolId'],
    query: paginated(IdSortMode),
    response: pageOf(SubnetPoolSiloLink).meta({ id: 'SubnetPoolSiloLinkResultsPage' }),
  }),
  systemSubnetPoolSiloLink: post('/v1/system/subnet-pools/{pool}/silos', {
    summary: 'Link subnet pool to silo',
    description:
      'Lets users of the silo take external subnets from the pool. Refused if the silo has another default pool of the same family.',
    needs: on('subnet-pool', 'modify'),
    changes: ['subnet-pool-resource'],
    body: SubnetPoolLinkSilo,
    response: SubnetPoolSiloLink,
  }),
  systemSubnetPoolSiloUpdate: put('/v1/system/subnet-pools/{pool}/silos/{silo}', {
    summary: "Make subnet pool a silo's default, or clear that",
    description: 'The previous default of the same family stays linked.',
    needs: on('subnet-pool', 'modify', 'in_path'),
    changes: ['subnet-pool-resource'],
    params: siloParameter,
    body: SubnetPoolSiloUpdate,
    response: SubnetPoolSiloLink,
  }),
  systemSubnetPoolSiloUnlink: del('/v1/system/subnet-pools/{pool}/silos/{silo}', {
    summary: 'Unlink subnet pool from silo',
    description: 'Refused while the silo has external subnets of the pool.',
    needs: on('subnet-pool', 'modify', 'in_path'),
    changes: ['subnet-pool-resource'],
    params: siloParameter,
  }),
})
