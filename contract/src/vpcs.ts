import { vpcPrefixProblem } from '@granary/domain/subnets.ts'
import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  identityUpdate,
  inProject,
  Name,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  searchable,
  Uuid,
} from './scalars.ts'

export const Vpc = z
  .object({
    ...identity,
    projectId: Uuid.meta({ description: 'Project of the VPC' }),
    dnsName: Name.meta({ description: 'Name of the VPC in DNS' }),
    ipv6Prefix: z.string().meta({ description: 'IPv6 network of all its subnets' }),
    systemRouterId: Uuid.meta({ description: 'Router whose routes the system keeps' }),
  })
  .meta({ id: 'Vpc' })

export const VpcCreate = z
  .object({
    ...identityCreate,
    dnsName: Name.meta({ description: 'Name of the VPC in DNS' }),
    ipv6Prefix: checkedText(vpcPrefixProblem, 64).nullish().meta({
      description:
        'IPv6 network of all its subnets: a /48 of unique local addresses (fd00::/8). Random when left out',
    }),
  })
  .meta({ id: 'VpcCreate' })

export const VpcUpdate = z
  .object({
    ...identityUpdate,
    dnsName: Name.nullish().meta({ description: 'New name in DNS; stays as it is when left out' }),
  })
  .meta({ id: 'VpcUpdate' })

export const vpcs = family('vpcs', {
  vpcList: get('/v1/vpcs', {
    summary: 'List VPCs',
    description:
      'A VPC is an isolated network of a project. Every project starts with one. The list can be narrowed to names that contain a text.',
    needs: on('project', 'list_contents'),
    shows: ['vpc'],
    columns: [
      'name',
      'dnsName',
      'ipv6Prefix',
      'projectId',
      'systemRouterId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: { ...ofProject, ...searchable, ...paginated(NameOrIdSortMode) },
    response: countedPageOf(Vpc).meta({ id: 'VpcResultsPage' }),
  }),
  vpcCreate: post('/v1/vpcs', {
    summary: 'Create VPC',
    description:
      'The VPC gets a system router with default routes, an internet gateway with the default pools of the silo, a subnet and firewall rules.',
    needs: on('project', 'modify_network'),
    changes: [
      'vpc',
      'vpc-router',
      'router-route',
      'internet-gateway',
      'internet-gateway-ip-pool',
      'vpc-subnet',
      'vpc-firewall-rule',
    ],
    query: ofProject,
    body: VpcCreate,
    response: Vpc,
  }),
  vpcView: get('/v1/vpcs/{vpc}', {
    summary: 'Fetch VPC',
    description: 'Includes the IPv6 prefix that its subnets are part of.',
    needs: on('vpc', 'read'),
    shows: ['vpc'],
    query: inProject,
    response: Vpc,
  }),
  vpcUpdate: put('/v1/vpcs/{vpc}', {
    summary: 'Update VPC',
    description: 'A new name also replaces the old one in the firewall rules of the VPC.',
    needs: on('vpc', 'modify_network'),
    changes: ['vpc', 'vpc-firewall-rule'],
    query: inProject,
    body: VpcUpdate,
    response: Vpc,
  }),
  vpcDelete: del('/v1/vpcs/{vpc}', {
    summary: 'Delete VPC',
    description: 'Refused while it has subnets. Also deletes its routers, gateways and firewall rules.',
    needs: on('vpc', 'modify_network'),
    changes: [
      'vpc',
      'vpc-router',
      'router-route',
      'internet-gateway',
      'internet-gateway-ip-pool',
      'internet-gateway-ip-address',
      'vpc-firewall-rule',
    ],
    query: inProject,
  }),
})
