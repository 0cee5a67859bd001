import { ROUTER_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { ipNetProblem, ipProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  identityUpdate,
  Name,
  NameOrIdSortMode,
  countedPageOf,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'
import { inRouter, inVpc, ofRouter, ofVpc, pagedOfVpc } from './vpc-selectors.ts'

export const VpcRouter = z
  .object({
    ...taggedIdentity,
    vpcId: Uuid.meta({ description: 'VPC of the router' }),
    kind: z
      .enum(['system', 'custom'])
      .meta({ id: 'VpcRouterKind' })
      .meta({ description: 'Whether the system or users keep its routes' }),
  })
  .meta({ id: 'VpcRouter' })
export const VpcRouterCreate = z.object(taggedCreate).meta({ id: 'VpcRouterCreate' })
export const VpcRouterUpdate = z.object(identityUpdate).meta({ id: 'VpcRouterUpdate' })

/** An end of a rule or a route, whose value has the form of its type. */
export const named = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), value: Name.meta({ description: 'Name of the resource' }) })
export const ipEnd = z.object({
  type: z.literal('ip'),
  value: checkedText(ipProblem, 64).meta({ format: 'ip', description: 'IPv4 or IPv6 address' }),
})
export const netEnd = z.object({
  type: z.literal('ip_net'),
  value: checkedText(ipNetProblem, 64).meta({
    description: 'IPv4 or IPv6 network, such as 10.0.0.0/8',
  }),
})

export const RouteDestination = z
  .discriminatedUnion('type', [ipEnd, netEnd, named('vpc'), named('subnet')])
  .meta({ id: 'RouteDestination' })
export const RouteTarget = z
  .discriminatedUnion('type', [
    ipEnd,
    named('vpc'),
    named('subnet'),
    named('instance'),
    named('internet_gateway'),
    z.object({ type: z.literal('drop') }),
  ])
  .meta({ id: 'RouteTarget' })

const ends = {
  destination: RouteDestination.meta({
    description: 'Addresses that the route applies to: an address, a network or a subnet of the VPC',
  }),
  target: RouteTarget.meta({
    description: 'Where the packets go: an address, an instance, an internet gateway, or nowhere',
  }),
}

export const RouterRoute = z
  .object({
    ...identity,
    vpcRouterId: Uuid.meta({ description: 'Router of the route' }),
    kind: z
      .enum(['default', 'vpc_subnet', 'vpc_peering', 'custom'])
      .meta({ id: 'RouterRouteKind' })
      .meta({ description: 'Where the route comes from; only `custom` ones can be changed freely' }),
    destination: RouteDestination.meta({ description: 'Where packets want to go' }),
    target: RouteTarget.meta({ description: 'Where they are sent' }),
  })
  .meta({ id: 'RouterRoute' })
export const RouterRouteCreate = z.object({ ...identityCreate, ...ends }).meta({ id: 'RouterRouteCreate' })
export const RouterRouteUpdate = z.object({ ...identityUpdate, ...ends }).meta({ id: 'RouterRouteUpdate' })

export const vpcRouters = family('vpcs', {
  vpcRouterList: get('/v1/vpc-routers', {
    summary: 'List routers of a VPC',
    description: 'Every VPC has a system router, whose routes are managed for you.',
    choices: 'routers',
    needs: on('vpc', 'list_contents'),
    shows: ['vpc-router'],
    columns: ['name', 'kind', 'vpcId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { ...searchableBy(ROUTER_FIELDS), ...pagedOfVpc },
    response: countedPageOf(VpcRouter).meta({ id: 'VpcRouterResultsPage' }),
  }),
  vpcRouterCreate: post('/v1/vpc-routers', {
    summary: 'Create router',
    description: 'The new router is a custom one. Its routes apply to the subnets that name it.',
    needs: on('vpc', 'modify_network'),
    changes: ['vpc-router'],
    query: ofVpc,
    body: VpcRouterCreate,
    response: VpcRouter,
  }),
  vpcRouterView: get('/v1/vpc-routers/{router}', {
    summary: 'Fetch router',
    description: 'Includes whether the system or users keep its routes.',
    needs: on('vpc-router', 'read'),
    shows: ['vpc-router'],
    query: inVpc,
    response: VpcRouter,
  }),
  vpcRouterUpdate: put('/v1/vpc-routers/{router}', {
    summary: 'Update router',
    description: 'Changes the name and the description, also of the system router.',
    needs: on('vpc-router', 'modify_network'),
    changes: ['vpc-router'],
    query: inVpc,
    body: VpcRouterUpdate,
    response: VpcRouter,
  }),
  vpcRouterDelete: del('/v1/vpc-routers/{router}', {
    summary: 'Delete router',
    description: 'Also deletes its routes, and detaches it from its subnets. Refused for the system router.',
    needs: on('vpc-router', 'modify_network'),
    changes: ['vpc-router', 'router-route', 'vpc-subnet'],
    query: inVpc,
  }),
  vpcRouterRouteList: get('/v1/vpc-router-routes', {
    summary: 'List routes of a router',
    description: 'A route says where traffic for a destination goes.',
    needs: on('vpc-router', 'list_contents'),
    shows: ['router-route'],
    columns: ['name', 'kind', 'vpcRouterId', 'timeCreated', 'id', 'timeModified', 'description'],
    query: { ...ofRouter, ...paginated(NameOrIdSortMode) },
    response: pageOf(RouterRoute).meta({ id: 'RouterRouteResultsPage' }),
  }),
  vpcRouterRouteCreate: post('/v1/vpc-router-routes', {
    summary: 'Create route',
    description: 'The router must be a custom one. Names in the target are not looked up.',
    needs: on('vpc-router', 'modify_network'),
    changes: ['router-route'],
    query: ofRouter,
    body: RouterRouteCreate,
    response: RouterRoute,
  }),
  vpcRouterRouteView: get('/v1/vpc-router-routes/{route}', {
    summary: 'Fetch route',
    description: 'Includes its destination and its target.',
    needs: on('router-route', 'read'),
    shows: ['router-route'],
    query: inRouter,
    response: RouterRoute,
  }),
  vpcRouterRouteUpdate: put('/v1/vpc-router-routes/{route}', {
    summary: 'Update route',
    description:
      'Only the target of a default route can be changed, and nothing of a route that the system keeps for a subnet.',
    needs: on('router-route', 'modify_network'),
    changes: ['router-route'],
    query: inRouter,
    body: RouterRouteUpdate,
    response: RouterRoute,
  }),
  vpcRouterRouteDelete: del('/v1/vpc-router-routes/{route}', {
    summary: 'Delete route',
    description: 'Refused for all but custom routes.',
    needs: on('router-route', 'modify_network'),
    changes: ['router-route'],
    query: inRouter,
  }),
})
