import { EXTERNAL_SUBNET_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { ipNetProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { PoolSelector } from './external-ips.ts'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identityUpdate,
  inProject,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'

export const ExternalSubnet = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.meta({ description: 'Project of the external subnet' }),
    subnet: z.string().meta({ description: 'Its network, such as 198.51.100.16/28' }),
    subnetPoolId: Uuid.meta({ description: 'Pool of the subnet' }),
    subnetPoolMemberId: Uuid.meta({ description: 'Member of the pool that it is taken from' }),
    instanceId: Uuid.nullable().meta({ description: 'Instance that it is attached to; null for none' }),
  })
  .meta({ id: 'ExternalSubnet' })

/** Which subnet: an explicit one, or the lowest free one of a pool. */
export const ExternalSubnetAllocator = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('explicit'),
      subnet: checkedText(ipNetProblem, 64).meta({
        description: 'The network, from a subnet pool of the silo',
      }),
    }),
    z.object({
      type: z.literal('auto'),
      prefixLength: z.int().min(0).max(128).meta({ description: 'Size of the subnet: 28 for a /28' }),
      poolSelector: PoolSelector.default({ type: 'auto', ipVersion: null }).meta({
        description: 'Subnet pool whose lowest free subnet is taken',
      }),
    }),
  ])
  .meta({ id: 'ExternalSubnetAllocator' })

export const ExternalSubnetCreate = z
  .object({
    ...taggedCreate,
    allocator: ExternalSubnetAllocator.meta({ description: 'Which subnet to take' }),
  })
  .meta({ id: 'ExternalSubnetCreate' })
export const ExternalSubnetUpdate = z.object(identityUpdate).meta({ id: 'ExternalSubnetUpdate' })
export const ExternalSubnetAttach = z
  .object({ instance: NameOrId.meta({ description: 'Name or ID of the instance' }) })
  .meta({ id: 'ExternalSubnetAttach' })

const page = countedPageOf(ExternalSubnet).meta({ id: 'ExternalSubnetResultsPage' })

export const externalSubnets = family('external-subnets', {
  externalSubnetList: get('/v1/external-subnets', {
    summary: 'List external subnets',
    description: 'External subnets belong to a project and can move between its instances.',
    choices: 'external subnets',
    needs: on('project', 'list_contents'),
    shows: ['external-subnet'],
    columns: ['name', 'subnet', 'instanceId', 'timeCreated', 'id'],
    query: { ...ofProject, ...searchableBy(EXTERNAL_SUBNET_FIELDS), ...paginated(NameOrIdSortMode) },
    response: page,
  }),
  externalSubnetCreate: post('/v1/external-subnets', {
    summary: 'Create external subnet',
    description: 'Reserves a given subnet, or the lowest free one of a subnet pool.',
    needs: on('project', 'modify_contents'),
    changes: ['external-subnet'],
    query: ofProject,
    body: ExternalSubnetCreate,
    response: ExternalSubnet,
  }),
  externalSubnetView: get('/v1/external-subnets/{externalSubnet}', {
    summary: 'Fetch external subnet',
    description: 'Includes the network, and the instance that it is attached to.',
    needs: on('external-subnet', 'read'),
    shows: ['external-subnet'],
    query: inProject,
    response: ExternalSubnet,
  }),
  externalSubnetUpdate: put('/v1/external-subnets/{externalSubnet}', {
    summary: 'Update external subnet',
    description: 'Changes the name and the description; the network stays.',
    needs: on('external-subnet', 'modify_contents'),
    changes: ['external-subnet'],
    query: inProject,
    body: ExternalSubnetUpdate,
    response: ExternalSubnet,
  }),
  externalSubnetDelete: del('/v1/external-subnets/{externalSubnet}', {
    summary: 'Delete external subnet',
    description: 'Returns the subnet to its pool. Refused while it is attached.',
    needs: on('external-subnet', 'modify_contents'),
    changes: ['external-subnet'],
    query: inProject,
  }),
  externalSubnetAttach: post('/v1/external-subnets/{externalSubnet}/attach', {
    summary: 'Attach external subnet to an instance',
    description: 'The instance has to be in the same project. Also works while the instance is running.',
    needs: on('external-subnet', 'modify_contents'),
    changes: ['external-subnet'],
    query: inProject,
    body: ExternalSubnetAttach,
    response: ExternalSubnet,
    status: 202,
  }),
  externalSubnetDetach: post('/v1/external-subnets/{externalSubnet}/detach', {
    summary: 'Detach external subnet',
    description: 'The subnet stays reserved. Succeeds when it is already detached.',
    needs: on('external-subnet', 'modify_contents'),
    changes: ['external-subnet'],
    query: inProject,
    response: ExternalSubnet,
    status: 202,
  }),
})

export const instanceExternalSubnets = family('instances', {
  instanceExternalSubnetList: get('/v1/instances/{instance}/external-subnets', {
    summary: 'List external subnets of an instance',
    description: 'All of them are on one page.',
    needs: on('instance', 'read'),
    shows: ['external-subnet'],
    columns: ['name', 'subnet', 'timeCreated', 'id'],
    query: inProject,
    response: page,
  }),
})
