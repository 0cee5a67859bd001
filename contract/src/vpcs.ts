import { z } from 'zod'
import { del, family, get } from './operation.ts'
import { identity, inProject, Name, NameOrId, NameOrIdSortMode, pageOf, paginated, Uuid } from './scalars.ts'

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
    query: { project: NameOrId, ...paginated(NameOrIdSortMode) },
    response: pageOf(Vpc).meta({ id: 'VpcResultsPage' }),
  }),
  vpcView: get('/v1/vpcs/{vpc}', { summary: 'Fetch VPC', query: inProject, response: Vpc }),
  vpcDelete: del('/v1/vpcs/{vpc}', { summary: 'Delete VPC', query: inProject }),
  vpcSubnetList: get('/v1/vpc-subnets', {
    summary: 'List subnets of a VPC',
    query: ofVpc,
    response: pageOf(VpcSubnet).meta({ id: 'VpcSubnetResultsPage' }),
  }),
  vpcSubnetView: get('/v1/vpc-subnets/{subnet}', {
    summary: 'Fetch subnet',
    query: inVpc,
    response: VpcSubnet,
  }),
  vpcSubnetDelete: del('/v1/vpc-subnets/{subnet}', { summary: 'Delete subnet', query: inVpc }),
  vpcRouterList: get('/v1/vpc-routers', {
    summary: 'List routers of a VPC',
    query: ofVpc,
    response: pageOf(VpcRouter).meta({ id: 'VpcRouterResultsPage' }),
  }),
  vpcRouterRouteList: get('/v1/vpc-router-routes', {
    summary: 'List routes of a router',
    query: { router: NameOrId, vpc: NameOrId.optional(), ...inProject, ...paginated(NameOrIdSortMode) },
    response: pageOf(RouterRoute).meta({ id: 'RouterRouteResultsPage' }),
  }),
  internetGatewayList: get('/v1/internet-gateways', {
    summary: 'List internet gateways of a VPC',
    query: ofVpc,
    response: pageOf(InternetGateway).meta({ id: 'InternetGatewayResultsPage' }),
  }),
  vpcFirewallRulesView: get('/v1/vpc-firewall-rules', {
    summary: 'List firewall rules of a VPC',
    query: { vpc: NameOrId, ...inProject },
    response: z.object({ rules: z.array(VpcFirewallRule) }).meta({ id: 'VpcFirewallRules' }),
  }),
})
