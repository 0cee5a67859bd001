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
  .object({
    ...identity,
    projectId: Uuid.meta({ description: 'Project of the VPC' }),
    dnsName: Name.meta({ description: 'Name of the VPC in DNS' }),
    ipv6Prefix: z.string().meta({ description: 'IPv6 network of all its subnets' }),
    systemRouterId: Uuid.meta({ description: 'Router whose routes the system keeps' }),
  })
  .meta({ id: 'Vpc' })

export const VpcSubnet = z
  .object({
    ...identity,
    vpcId: Uuid.meta({ description: 'VPC of the subnet' }),
    ipv4Block: z.string().meta({ description: 'IPv4 network' }),
    ipv6Block: z.string().meta({ description: 'IPv6 network' }),
    customRouterId: Uuid.nullable().meta({
      description: "Router whose routes apply to the subnet besides the system's",
    }),
  })
  .meta({ id: 'VpcSubnet' })

export const VpcRouter = z
  .object({
    ...identity,
    vpcId: Uuid.meta({ description: 'VPC of the router' }),
    kind: z
      .enum(['system', 'custom'])
      .meta({ id: 'VpcRouterKind' })
      .meta({ description: 'Whether the system or users keep its routes' }),
  })
  .meta({ id: 'VpcRouter' })

const typed = <Type extends string>(type: Type) =>
  z.object({
    type: z.literal(type),
    value: z.string().meta({ description: 'Name, address or network, by type' }),
  })

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
    vpcRouterId: Uuid.meta({ description: 'Router of the route' }),
    kind: z
      .enum(['default', 'vpc_subnet', 'vpc_peering', 'custom'])
      .meta({ id: 'RouterRouteKind' })
      .meta({ description: 'Where the route comes from; only `custom` ones can be changed' }),
    destination: RouteDestination.meta({ description: 'Where packets want to go' }),
    target: RouteTarget.meta({ description: 'Where they are sent' }),
  })
  .meta({ id: 'RouterRoute' })

export const InternetGateway = z
  .object({ ...identity, vpcId: Uuid.meta({ description: 'VPC of the gateway' }) })
  .meta({ id: 'InternetGateway' })

const host = [typed('vpc'), typed('subnet'), typed('instance'), typed('ip'), typed('ip_net')] as const
const icmp = z
  .object({
    icmpType: z.int().min(0).max(255).meta({ description: 'ICMP type' }),
    code: z.string().nullable().meta({ description: 'ICMP code, or a range of codes' }),
  })
  .nullable()

export const VpcFirewallRule = z
  .object({
    ...identity,
    vpcId: Uuid.meta({ description: 'VPC of the rule' }),
    action: z.enum(['allow', 'deny']).meta({ description: 'Whether matching packets pass' }),
    direction: z
      .enum(['inbound', 'outbound'])
      .meta({ description: 'Whether packets to or from the targets are matched' }),
    status: z.enum(['enabled', 'disabled']).meta({ description: 'Whether the rule is in force' }),
    priority: z.int().min(0).max(65_535).meta({ description: 'The rule with the lowest number decides' }),
    targets: z
      .array(z.discriminatedUnion('type', host))
      .meta({ description: 'Instances that the rule applies to' }),
    filters: z
      .object({
        hosts: z
          .array(z.discriminatedUnion('type', host))
          .nullable()
          .meta({ description: 'The other ends of the connection' }),
        ports: z.array(z.string()).nullable().meta({ description: 'Destination ports or ranges of ports' }),
        protocols: z
          .array(
            z.discriminatedUnion('type', [
              z.object({ type: z.literal('tcp') }),
              z.object({ type: z.literal('udp') }),
              z.object({
                type: z.literal('icmp'),
                value: icmp.meta({ description: 'ICMP type and codes; null for all' }),
              }),
              z.object({
                type: z.literal('icmp6'),
                value: icmp.meta({ description: 'ICMP type and codes; null for all' }),
              }),
            ]),
          )
          .nullable()
          .meta({ description: 'Protocols' }),
      })
      .meta({ description: 'Packets that the rule matches; a filter that is null matches all' }),
  })
  .meta({ id: 'VpcFirewallRule' })

/** Query of an operation on a child of a VPC: the VPC by id alone, or by name with its project. */
const inVpc = {
  vpc: NameOrId.optional().meta({
    description: 'Name or ID of the VPC; required with a name, refused with an ID',
  }),
  ...inProject,
}
const ofVpc = {
  vpc: NameOrId.meta({ description: 'Name or ID of the VPC' }),
  ...inProject,
  ...paginated(NameOrIdSortMode),
}

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
    changes: ['vpc-subnet', 'router-route'],
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
    query: {
      router: NameOrId.meta({ description: 'Name or ID of the router' }),
      vpc: NameOrId.optional().meta({ description: 'Name or ID of the VPC' }),
      ...inProject,
      ...paginated(NameOrIdSortMode),
    },
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
    query: { vpc: NameOrId.meta({ description: 'Name or ID of the VPC' }), ...inProject },
    response: z
      .object({ rules: z.array(VpcFirewallRule).meta({ description: 'Rules of the VPC, by name' }) })
      .meta({ id: 'VpcFirewallRules' }),
  }),
})
