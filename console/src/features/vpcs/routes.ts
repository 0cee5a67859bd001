import { ignorable } from '@granary/contract/call.ts'
import {
  internetGatewayList,
  internetGatewayView,
  vpcList,
  vpcRouterList,
  vpcRouterRouteList,
  vpcRouterRouteView,
  vpcRouterView,
  vpcSubnetList,
  vpcSubnetView,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { historyRoute } from '../../app/history/history-route.ts'
import { pagePlace } from '../../app/kit/list-place.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { partFailed } from '../../app/kit/part-failed.tsx'
import { lazyPage } from '../../app/lazy-page.ts'
import { projectRoute } from '../../app/routes.ts'
import { questionSearch } from './connectivity/question-search.ts'
import { rulesQuery } from './firewall/rules-query.ts'
import { NetworkArea } from './network-area.tsx'
import { type VpcPath, vpcQuery } from './use-vpc.ts'

const VPC = '/projects/$project/vpcs/$vpc'
const crumbs = {
  vpcs: { label: 'VPCs', to: '/projects/$project/vpcs' },
  rules: { label: 'Firewall Rules', to: `${VPC}/firewall-rules` },
  subnets: { label: 'VPC Subnets', to: `${VPC}/subnets` },
  routers: { label: 'Routers', to: `${VPC}/routers` },
  gateways: { label: 'Internet Gateways', to: `${VPC}/internet-gateways` },
  connectivity: { label: 'Connectivity', to: `${VPC}/connectivity` },
  map: { label: 'Map', to: `${VPC}/map` },
  routes: { label: 'Routes', to: `${VPC}/routers/$router` },
}
const panel = (label: string, over?: { label: string; to: string }) => ({
  panel: true,
  crumb: [...(over ? [over] : []), { label, titleOnly: true }],
})

const areaRoute = createRoute({ getParentRoute: () => projectRoute, id: 'networks', component: NetworkArea })

/** The list stays mounted below the panel that creates. */
const listRoute = createRoute({
  getParentRoute: () => areaRoute,
  id: 'vpcs-list',
  staticData: { crumb: crumbs.vpcs },
  validateSearch: nameFilter,
  loaderDeps: ({ search: { name } }) => ({ name }),
  loader: ({ location, context: { queryClient }, params: { project }, deps: { name } }) =>
    readAhead(
      queryClient,
      pageQuery(
        vpcList,
        { query: { project, nameContains: ignorable(name) } },
        pagePlace(location.search, true),
      ),
    ),
  component: lazyPage(() => import('./vpc-list.tsx'), 'VpcList'),
})
const listIndexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'vpcs',
})
const createVpcRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'vpcs-new',
  staticData: panel('New VPC'),
  component: lazyPage(() => import('./vpc-create.tsx'), 'VpcCreate'),
})

const idOf = async (client: QueryClient, path: VpcPath): Promise<string> =>
  (await client.ensureQueryData(vpcQuery(path))).id

const vpcRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'vpcs/$vpc',
  staticData: { crumb: [crumbs.vpcs, { label: ({ vpc }) => vpc!, to: `${VPC}/firewall-rules` }] },
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(vpcQuery(params)),
})
const vpcIndexRoute = createRoute({
  getParentRoute: () => vpcRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: `${VPC}/firewall-rules`, params, replace: true })
  },
})
const frameRoute = createRoute({
  getParentRoute: () => vpcRoute,
  id: 'vpc-frame',
  component: lazyPage(() => import('./vpc-page.tsx'), 'VpcPage'),
})

const rulesRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'rules',
  validateSearch: nameFilter,
  loader: async ({ context: { queryClient }, params }) =>
    readAhead(queryClient, rulesQuery(await idOf(queryClient, params))),
  component: lazyPage(() => import('./firewall/rules-tab.tsx'), 'RulesTab'),
  errorComponent: partFailed('Firewall rules'),
})
const rulesIndexRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules',
  staticData: { crumb: crumbs.rules },
})
const editVpcRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'edit',
  staticData: panel('Edit VPC'),
  component: lazyPage(() => import('./vpc-edit.tsx'), 'VpcEdit'),
})
const createRuleRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules-new',
  staticData: panel('New Rule', crumbs.rules),
  component: lazyPage(() => import('./firewall/rule-create.tsx'), 'RuleCreate'),
})
const cloneRuleRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules-new/$rule',
  staticData: panel('New Rule', crumbs.rules),
  component: lazyPage(() => import('./firewall/rule-create.tsx'), 'RuleCreate'),
})
const editRuleRoute = createRoute({
  getParentRoute: () => rulesRoute,
  path: 'firewall-rules/$rule/edit',
  staticData: panel('Edit Rule', crumbs.rules),
  loader: async ({ context: { queryClient }, params }) => {
    const { rules } = await queryClient.ensureQueryData(rulesQuery(await idOf(queryClient, params)))
    if (!rules.some(({ id, name }) => name === params.rule || id === params.rule)) throw notFound()
  },
  component: lazyPage(() => import('./firewall/rule-edit.tsx'), 'RuleEdit'),
})

const subnetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'vpc-subnets',
  loader: async ({ context: { queryClient }, params }) =>
    readAhead(queryClient, pageQuery(vpcSubnetList, { query: { vpc: await idOf(queryClient, params) } })),
  component: lazyPage(() => import('./subnets/subnet-list.tsx'), 'SubnetList'),
})
const subnetsIndexRoute = createRoute({
  getParentRoute: () => subnetsRoute,
  path: 'subnets',
  staticData: { crumb: crumbs.subnets },
})
const createSubnetRoute = createRoute({
  getParentRoute: () => subnetsRoute,
  path: 'subnets-new',
  staticData: panel('New Subnet', crumbs.subnets),
  component: lazyPage(() => import('./subnets/subnet-create.tsx'), 'SubnetCreate'),
})
const editSubnetRoute = createRoute({
  getParentRoute: () => subnetsRoute,
  path: 'subnets/$subnet/edit',
  staticData: panel('Edit Subnet', crumbs.subnets),
  loader: ({ context: { queryClient }, params: { subnet, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(vpcSubnetView, { path: { subnet }, query })),
  component: lazyPage(() => import('./subnets/subnet-edit.tsx'), 'SubnetEdit'),
})

const routersRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'vpc-routers',
  loader: async ({ context: { queryClient }, params }) =>
    readAhead(queryClient, pageQuery(vpcRouterList, { query: { vpc: await idOf(queryClient, params) } })),
  component: lazyPage(() => import('./routers/router-list.tsx'), 'RouterList'),
})
const routersIndexRoute = createRoute({
  getParentRoute: () => routersRoute,
  path: 'routers',
  staticData: { crumb: crumbs.routers },
})
const createRouterRoute = createRoute({
  getParentRoute: () => routersRoute,
  path: 'routers-new',
  staticData: panel('New Router', crumbs.routers),
  component: lazyPage(() => import('./routers/router-create.tsx'), 'RouterCreate'),
})
const editRouterRoute = createRoute({
  getParentRoute: () => routersRoute,
  path: 'routers/$router/edit',
  staticData: panel('Edit Router', crumbs.routers),
  loader: ({ context: { queryClient }, params: { router, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(vpcRouterView, { path: { router }, query })),
  component: lazyPage(() => import('./routers/router-edit.tsx'), 'RouterEdit'),
})

const gatewaysRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'vpc-gateways',
  loader: async ({ context: { queryClient }, params }) =>
    readAhead(
      queryClient,
      pageQuery(internetGatewayList, { query: { vpc: await idOf(queryClient, params) } }),
    ),
  component: lazyPage(() => import('./gateways/gateway-list.tsx'), 'GatewayList'),
})
const gatewaysIndexRoute = createRoute({
  getParentRoute: () => gatewaysRoute,
  path: 'internet-gateways',
  staticData: { crumb: crumbs.gateways },
})
const createGatewayRoute = createRoute({
  getParentRoute: () => gatewaysRoute,
  path: 'internet-gateways-new',
  staticData: panel('New Internet Gateway', crumbs.gateways),
  component: lazyPage(() => import('./gateways/gateway-create.tsx'), 'GatewayCreate'),
})
const gatewayRoute = createRoute({
  getParentRoute: () => gatewaysRoute,
  path: 'internet-gateways/$gateway',
  staticData: panel('Edit Internet Gateway', crumbs.gateways),
  loader: ({ context: { queryClient }, params: { gateway, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(internetGatewayView, { path: { gateway }, query })),
  component: lazyPage(() => import('./gateways/gateway-panel.tsx'), 'GatewayPanel'),
})

const connectivityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'connectivity',
  staticData: { crumb: crumbs.connectivity },
  validateSearch: questionSearch,
  component: lazyPage(() => import('./connectivity/connectivity-tab.tsx'), 'ConnectivityTab'),
  errorComponent: partFailed('Connectivity'),
})

const mapRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'map',
  staticData: { crumb: crumbs.map },
  validateSearch: questionSearch,
  component: lazyPage(() => import('./map/map-tab.tsx'), 'MapTab'),
  errorComponent: partFailed('Map'),
})

const vpcHistoryRoute = createRoute({ getParentRoute: () => frameRoute, ...historyRoute })

/** The page of a router has its own heading, and not the tabs of the VPC. */
const routerRoute = createRoute({
  getParentRoute: () => vpcRoute,
  path: 'routers/$router',
  staticData: {
    crumb: [crumbs.routers, { label: ({ router }) => router!, to: `${VPC}/routers/$router` }, crumbs.routes],
  },
  loader: async ({ context: { queryClient }, params: { router, ...query } }) => {
    const { id } = await queryClient.ensureQueryData(apiQuery(vpcRouterView, { path: { router }, query }))
    await readAhead(queryClient, pageQuery(vpcRouterRouteList, { query: { router: id } }))
  },
  component: lazyPage(() => import('./routers/router-page.tsx'), 'RouterPage'),
})
const createRouteRoute = createRoute({
  getParentRoute: () => routerRoute,
  path: 'routes-new',
  staticData: panel('New Route'),
  component: lazyPage(() => import('./routers/route-create.tsx'), 'RouteCreate'),
})
const editRouteRoute = createRoute({
  getParentRoute: () => routerRoute,
  path: 'routes/$route/edit',
  staticData: panel('Edit Route'),
  loader: ({ context: { queryClient }, params: { route, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(vpcRouterRouteView, { path: { route }, query })),
  component: lazyPage(() => import('./routers/route-edit.tsx'), 'RouteEdit'),
})

/** Routes of the VPCs of a project: the list, and each VPC with its tabs, panels and routers. */
export const inProject = [
  areaRoute.addChildren([
    listRoute.addChildren([listIndexRoute, createVpcRoute]),
    vpcRoute.addChildren([
      vpcIndexRoute,
      frameRoute.addChildren([
        rulesRoute.addChildren([
          rulesIndexRoute,
          editVpcRoute,
          createRuleRoute,
          cloneRuleRoute,
          editRuleRoute,
        ]),
        subnetsRoute.addChildren([subnetsIndexRoute, createSubnetRoute, editSubnetRoute]),
        routersRoute.addChildren([routersIndexRoute, createRouterRoute, editRouterRoute]),
        gatewaysRoute.addChildren([gatewaysIndexRoute, createGatewayRoute, gatewayRoute]),
        connectivityRoute,
        mapRoute,
        vpcHistoryRoute,
      ]),
      routerRoute.addChildren([createRouteRoute, editRouteRoute]),
    ]),
  ]),
] as const
