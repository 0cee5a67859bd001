import { SUBNET_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { subnetV4Problem } from '@granary/domain/subnets.ts'
import { ipNetProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { on } from './needs.ts'
import { InstanceNetworkInterfaceResultsPage } from './schemas/network-interfaces.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identityUpdate,
  NameOrId,
  NameOrIdSortMode,
  countedPageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'
import { inVpc, ofVpc, pagedOfVpc } from './vpc-selectors.ts'

export const VpcSubnet = z
  .object({
    ...taggedIdentity,
    vpcId: Uuid.meta({ description: 'VPC of the subnet' }),
    ipv4Block: z.string().meta({ description: 'IPv4 network' }),
    ipv6Block: z.string().meta({ description: 'IPv6 network' }),
    customRouterId: Uuid.nullable().meta({
      description: "Router whose routes apply to the subnet besides the system's",
    }),
  })
  .meta({ id: 'VpcSubnet' })

const customRouter = NameOrId.nullish()

export const VpcSubnetCreate = z
  .object({
    ...taggedCreate,
    ipv4Block: checkedText(subnetV4Problem, 18).meta({
      description: 'IPv4 network: private addresses, /8 to /26, no overlap with other subnets of the VPC',
    }),
    ipv6Block: checkedText(ipNetProblem, 64)
      .nullish()
      .meta({ description: "IPv6 network: a free /64 of the VPC's prefix. Random when left out" }),
    customRouter: customRouter.meta({
      description:
        'Name or ID of a custom router of the VPC, whose routes apply to the subnet; none when left out',
    }),
  })
  .meta({ id: 'VpcSubnetCreate' })

export const VpcSubnetUpdate = z
  .object({
    ...identityUpdate,
    customRouter: customRouter.meta({
      description: 'Name or ID of a custom router of the VPC. The current one is detached when left out',
    }),
  })
  .meta({ id: 'VpcSubnetUpdate' })

export const vpcSubnets = family('vpcs', {
  vpcSubnetList: get('/v1/vpc-subnets', {
    summary: 'List subnets of a VPC',
    description: 'Each subnet has one IPv4 and one IPv6 block.',
    choices: 'subnets',
    needs: on('vpc', 'list_contents'),
    shows: ['vpc-subnet'],
    columns: [
      'name',
      'ipv4Block',
      'ipv6Block',
      'vpcId',
      'customRouterId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: { ...searchableBy(SUBNET_FIELDS), ...pagedOfVpc },
    response: countedPageOf(VpcSubnet).meta({ id: 'VpcSubnetResultsPage' }),
  }),
  vpcSubnetCreate: post('/v1/vpc-subnets', {
    summary: 'Create subnet',
    description: 'The system router of the VPC gets a route to it. The blocks can never be changed.',
    needs: on('vpc', 'modify_network'),
    changes: ['vpc-subnet', 'router-route'],
    query: ofVpc,
    body: VpcSubnetCreate,
    response: VpcSubnet,
  }),
  vpcSubnetView: get('/v1/vpc-subnets/{subnet}', {
    summary: 'Fetch subnet',
    description: 'Includes its address blocks and its custom router.',
    needs: on('vpc-subnet', 'read'),
    shows: ['vpc-subnet'],
    query: inVpc,
    response: VpcSubnet,
  }),
  vpcSubnetUpdate: put('/v1/vpc-subnets/{subnet}', {
    summary: 'Update subnet',
    description:
      'Detaches the custom router unless the request names one. A new name also renames its route.',
    needs: on('vpc-subnet', 'modify_network'),
    changes: ['vpc-subnet', 'router-route'],
    query: inVpc,
    body: VpcSubnetUpdate,
    response: VpcSubnet,
  }),
  vpcSubnetDelete: del('/v1/vpc-subnets/{subnet}', {
    summary: 'Delete subnet',
    description: 'Refused while a network interface is in it.',
    needs: on('vpc-subnet', 'modify_network'),
    changes: ['vpc-subnet', 'router-route'],
    query: inVpc,
  }),
  vpcSubnetListNetworkInterfaces: get('/v1/vpc-subnets/{subnet}/network-interfaces', {
    summary: 'List network interfaces in a subnet',
    description: 'The interfaces of all instances that have an address in the subnet.',
    choices: 'network interfaces',
    needs: on('vpc-subnet', 'list_contents'),
    shows: ['instance-network-interface'],
    columns: ['name', 'instanceId', 'mac', 'primary', 'id'],
    query: { ...inVpc, ...paginated(NameOrIdSortMode) },
    response: InstanceNetworkInterfaceResultsPage,
  }),
})
