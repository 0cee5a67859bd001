import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get } from './operation.ts'
import {
  identity,
  inProject,
  Name,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

export const Vpc = z
  .object({ ...identity, projectId: Uuid, dnsName: Name, ipv6Prefix: z.string(), systemRouterId: Uuid })
  .meta({ id: 'Vpc' })

export const VpcSubnet = z
  .object({
    ...identity,
    vpcId: Uuid,
    ipv4Block: z.string(),
    ipv6Block: z.string(),
    customRouterId: Uuid.nullable(),
  })
  .meta({ id: 'VpcSubnet' })

export const VpcRouter = z
  .object({ ...identity, vpcId: Uuid, kind: z.enum(['system', 'custom']).meta({ id: 'VpcRouterKind' }) })
  .meta({ id: 'VpcRouter' })

const typed = <Type extends string>(type: Type) => z.object({ type: z.literal(type), value: z.string() })

export const RouteDestination = z
  .discriminatedUnion('type', [typed('ip'), typed('ip_net'), typed('vpc'), typed('subnet')])
  .meta({ id: 'RouteDestination' })
export const RouteTarget = z
  .discriminatedUnion('type', [
    typed('ip'),
    typed('vpc'),
    typed('subnet'),
    typed('instance'),
    typed('internet_gateway'),
    z.object({ type: z.literal('drop') }),
  ])
  .meta({ id: 'RouteTarget' })

export const RouterRoute = z
  .object({
    ...identity,
    vpcRouterId: Uuid,
    kind: z.enum(['default', 'vpc_subnet', 'vpc_peering', 'custom']).meta({ id: 'RouterRouteKind' }),
    destination: RouteDestination,
    target: RouteTarget,
  })
  .meta({ id: 'RouterRoute' })

export const InternetGateway = z.object({ ...identity, vpcId: Uuid }).meta({ id: 'InternetGateway' })

const host = [typed('vpc'), typed('subnet'), typed('instance'), typed('ip'), typed('ip_net')] as const
const icmp = z.object({ icmpType: z.int().min(0).max(255), code: z.string().nullable() }).nullable()

export const VpcFirewallRule = z
  .object({
    ...identity,
    vpcId: Uuid,
    action: z.enum(['allow', 'deny']),
    direction: z.enum(['inbound', 'outbound']),
    status: z.enum(['enabled', 'disabled']),
    priority: z.int().min(0).max(65_535),
    targets: z.array(z.discriminatedUnion('type', host)),
    filters: z.object({
      hosts: z.array(z.discriminatedUnion('type', host)).nullable(),
      ports: z.array(z.string()).nullable(),
      protocols: z
        .array(
          z.discriminatedUnion('type', [
            z.object({ type: z.literal('tcp') }),
            z.object({ type: z.literal('udp') }),
            z.object({ type: z.literal('icmp'), value: icmp }),
            z.object({ type: z.literal('icmp6'), value: icmp }),
          ]),
        )
        .nullable(),
    }),
  })
  .meta({ id: 'VpcFirewallRule' })

/** Query of an operation on a child of a VPC: the VPC by id alone, or by name with its project. */
const inVpc = { vpc: NameOrId.optional(), ...inProject }
const ofVpc = { vpc: NameOrId, ...inProject, ...paginated(NameOrIdSortMode) }

export const vpcs = family('vpcs', {
  vpcList: get('/v1/vpcs', {
    summary: 'List VPCs',
    description: 'A VPC is an isolated network of a project. Every project starts with one.',
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
    query: { ...ofProject, ...paginated(NameOrIdSortMode) },
    response: pageOf(Vpc).meta({ id: 'VpcResultsPage' }),
  }),
  vpcView: get('/v1/vpcs/{vpc}', {
    summary: 'Fetch VPC',
    description: 'Includes the IPv6 prefix that its subnets are part of.',
    needs: on('vpc', 'read'),
    shows: ['vpc'],
    query: inProject,
    response: Vpc,
  }),
  vpcDelete: del('/v1/vpcs/{vpc}', {
    summary: 'Delete VPC',
    description: 'Refused while it has subnets. Also deletes its routers, gateways and firewall rules.',
    needs: on('vpc', 'modify_network'),
    changes: ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'vpc-firewall-rule'],
    query: inProject,
  }),
  vpcSubnetList: get('/v1/vpc-subnets', {
    summary: 'List subnets of a VPC',
    description: 'Each subnet has one IPv4 and one IPv6 block.',
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
    query: ofVpc,
    response: pageOf(VpcSubnet).meta({ id: 'VpcSubnetResultsPage' }),
  }),
  vpcSubnetView: get('/v1/vpc-subnets/{subnet}', {
    summary: 'Fetch subnet',
    description: 'Includes its address blocks and its custom router.',
    needs: on('vpc-subnet', 'read'),
    shows: ['vpc-subnet'],
    query: inVpc,
    response: VpcSubnet,
  }),
  vpcSubnetDelete: del('/v1/vpc-subnets/{subnet}', {
    summary: 'Delete subnet',
    description: 'Refused while a network interface is in it.',
    needs: on('vpc-subnet', 'modify_network'),
    changes: ['vpc-subnet'],
    query: inVpc,
  }),
  vpcRouterList: get('/v1/vpc-routers', {
    summary: 'List routers of a VPC',
    description: 'Every VPC has a system router, whose routes are managed for you.',
    needs: on('vpc', 'list_contents'),
    shows: ['vpc-router'],
    columns: ['name', 'kind', 'vpcId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: ofVpc,
    response: pageOf(VpcRouter).meta({ id: 'VpcRouterResultsPage' }),
  }),
  vpcRouterRouteList: get('/v1/vpc-router-routes', {
    summary: 'List routes of a router',
    description: 'A route says where traffic for a destination goes.',
    needs: on('vpc-router', 'list_contents'),
    shows: ['router-route'],
    columns: ['name', 'kind', 'vpcRouterId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { router: NameOrId, vpc: NameOrId.optional(), ...inProject, ...paginated(NameOrIdSortMode) },
    response: pageOf(RouterRoute).meta({ id: 'RouterRouteResultsPage' }),
  }),
  internetGatewayList: get('/v1/internet-gateways', {
    summary: 'List internet gateways of a VPC',
    description: 'Traffic to the outside leaves a VPC through a gateway.',
    needs: on('vpc', 'list_contents'),
    shows: ['internet-gateway'],
    columns: ['name', 'vpcId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: ofVpc,
    response: pageOf(InternetGateway).meta({ id: 'InternetGatewayResultsPage' }),
  }),
  vpcFirewallRulesView: get('/v1/vpc-firewall-rules', {
    summary: 'List firewall rules of a VPC',
    description: 'Returns all rules at once, by name. The rule with the lowest priority number wins.',
    needs: on('vpc', 'read'),
    shows: ['vpc-firewall-rule'],
    query: { vpc: NameOrId, ...inProject },
    response: z.object({ rules: z.array(VpcFirewallRule) }).meta({ id: 'VpcFirewallRules' }),
  }),
})
