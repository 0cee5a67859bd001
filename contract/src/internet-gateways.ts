import { TAGGED_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  NameOrId,
  NameOrIdSortMode,
  countedPageOf,
  pageOf,
  paginated,
  Uuid,
  IpText,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'
import { inGateway, inVpc, ofGateway, ofVpc, pagedOfVpc } from './vpc-selectors.ts'

export const InternetGateway = z
  .object({ ...taggedIdentity, vpcId: Uuid.meta({ description: 'VPC of the gateway' }) })
  .meta({ id: 'InternetGateway' })
export const InternetGatewayCreate = z.object(taggedCreate).meta({ id: 'InternetGatewayCreate' })

const internetGatewayId = Uuid.meta({ description: 'Gateway of the attachment' })

export const InternetGatewayIpPool = z
  .object({
    ...identity,
    internetGatewayId,
    ipPoolId: Uuid.meta({ description: 'Attached pool' }),
  })
  .meta({ id: 'InternetGatewayIpPool' })
export const InternetGatewayIpPoolCreate = z
  .object({
    ...identityCreate,
    ipPool: NameOrId.meta({ description: 'Name or ID of a pool that is linked to the silo' }),
  })
  .meta({ id: 'InternetGatewayIpPoolCreate' })

export const InternetGatewayIpAddress = z
  .object({
    ...identity,
    internetGatewayId,
    address: IpText.meta({ description: 'Attached address' }),
  })
  .meta({ id: 'InternetGatewayIpAddress' })
export const InternetGatewayIpAddressCreate = z
  .object({
    ...identityCreate,
    address: checkedText(ipProblem, 64).meta({ format: 'ip', description: 'IPv4 or IPv6 address' }),
  })
  .meta({ id: 'InternetGatewayIpAddressCreate' })

const cascade = (description: string) => ({ cascade: z.boolean().optional().meta({ description }) })
const detach = cascade('Detach it even if instances use it for their traffic')

export const internetGateways = family('vpcs', {
  internetGatewayList: get('/v1/internet-gateways', {
    summary: 'List internet gateways of a VPC',
    description: 'Traffic to the outside leaves a VPC through a gateway.',
    choices: 'internet gateways',
    needs: on('vpc', 'list_contents'),
    shows: ['internet-gateway'],
    columns: ['name', 'vpcId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { ...searchableBy(TAGGED_FIELDS), ...pagedOfVpc },
    response: countedPageOf(InternetGateway).meta({ id: 'InternetGatewayResultsPage' }),
  }),
  internetGatewayCreate: post('/v1/internet-gateways', {
    summary: 'Create internet gateway',
    description: 'The gateway has no pools and no address yet, and no route leads to it.',
    needs: on('vpc', 'modify_network'),
    changes: ['internet-gateway'],
    query: ofVpc,
    body: InternetGatewayCreate,
    response: InternetGateway,
  }),
  internetGatewayView: get('/v1/internet-gateways/{gateway}', {
    summary: 'Fetch internet gateway',
    description: 'Its pools and addresses have operations of their own.',
    needs: on('internet-gateway', 'read'),
    shows: ['internet-gateway'],
    query: inVpc,
    response: InternetGateway,
  }),
  internetGatewayDelete: del('/v1/internet-gateways/{gateway}', {
    summary: 'Delete internet gateway',
    description: 'Refused while pools or addresses are attached, unless `cascade` is set.',
    needs: on('internet-gateway', 'modify_network'),
    changes: ['internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'router-route'],
    query: {
      ...cascade('Also detach its pools and addresses, and delete the routes that lead to it'),
      ...inVpc,
    },
  }),
  internetGatewayIpPoolList: get('/v1/internet-gateway-ip-pools', {
    summary: 'List IP pools of an internet gateway',
    description: 'Instances reach the internet through a gateway with external addresses of these pools.',
    needs: on('internet-gateway', 'list_contents'),
    shows: ['internet-gateway-ip-pool'],
    columns: ['name', 'ipPoolId', 'internetGatewayId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { ...ofGateway, ...paginated(NameOrIdSortMode) },
    response: pageOf(InternetGatewayIpPool).meta({ id: 'InternetGatewayIpPoolResultsPage' }),
  }),
  internetGatewayIpPoolCreate: post('/v1/internet-gateway-ip-pools', {
    summary: 'Attach IP pool to an internet gateway',
    description: 'The pool must be linked to the silo. A gateway may have several.',
    needs: on('internet-gateway', 'modify_network'),
    changes: ['internet-gateway-ip-pool'],
    query: ofGateway,
    body: InternetGatewayIpPoolCreate,
    response: InternetGatewayIpPool,
  }),
  internetGatewayIpPoolDelete: del('/v1/internet-gateway-ip-pools/{pool}', {
    summary: 'Detach IP pool from an internet gateway',
    description: 'Refused while routes and instances use it, unless `cascade` is set.',
    needs: on('internet-gateway-ip-pool', 'modify_network'),
    changes: ['internet-gateway-ip-pool'],
    params: { pool: NameOrId.meta({ description: 'Name or ID of the attachment, not of the pool' }) },
    query: { ...detach, ...inGateway },
  }),
  internetGatewayIpAddressList: get('/v1/internet-gateway-ip-addresses', {
    summary: 'List IP addresses of an internet gateway',
    description: 'A gateway has one address at most. Without one, it uses the addresses of its pools.',
    needs: on('internet-gateway', 'list_contents'),
    shows: ['internet-gateway-ip-address'],
    columns: ['name', 'address', 'internetGatewayId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { ...ofGateway, ...paginated(NameOrIdSortMode) },
    response: pageOf(InternetGatewayIpAddress).meta({ id: 'InternetGatewayIpAddressResultsPage' }),
  }),
  internetGatewayIpAddressCreate: post('/v1/internet-gateway-ip-addresses', {
    summary: 'Attach IP address to an internet gateway',
    description: 'Refused if the gateway has one already.',
    needs: on('internet-gateway', 'modify_network'),
    changes: ['internet-gateway-ip-address'],
    query: ofGateway,
    body: InternetGatewayIpAddressCreate,
    response: InternetGatewayIpAddress,
  }),
  internetGatewayIpAddressDelete: del('/v1/internet-gateway-ip-addresses/{address}', {
    summary: 'Detach IP address from an internet gateway',
    description: 'Refused while routes and an instance use it, unless `cascade` is set.',
    needs: on('internet-gateway-ip-address', 'modify_network'),
    changes: ['internet-gateway-ip-address'],
    params: { address: NameOrId.meta({ description: 'Name or ID of the attachment' }) },
    query: { ...detach, ...inGateway },
  }),
})
