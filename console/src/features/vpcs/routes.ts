import { vpcList } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { readAhead } from '../../api/queries.ts'
import { historyRoute } from '../../app/history/history-route.ts'
import { partFailed } from '../../app/kit/pages/part-failed.tsx'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { questionSearch } from './connectivity/question-search.ts'
import { rulesTab } from './firewall/routes.ts'
import { areaRoute, crumbs, frameRoute, VPC, vpcRoute } from './frame-routes.ts'
import { gatewaysTab } from './gateways/routes.ts'
import { routerPage, routersTab } from './routers/routes.ts'
import { subnetsTab } from './subnets/routes.ts'

/** The list stays mounted below the panel that creates. */
const listRoute = createRoute({
  getParentRoute: () => areaRoute,
  id: 'vpcs-list',
  staticData: { crumb: crumbs.vpcs },
  ...filteredRoute,
  loader: ({ location, context: { queryClient }, params: { project } }) =>
    readAhead(queryClient, filteredPageQuery(vpcList, { project }, location.search)),
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

const vpcIndexRoute = createRoute({
  getParentRoute: () => vpcRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: `${VPC}/firewall-rules`, params, replace: true })
  },
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

/** Routes of the VPCs of a project: the list, and each VPC with its tabs, panels and routers. */
export const inProject = [
  areaRoute.addChildren([
    listRoute.addChildren([listIndexRoute, createVpcRoute]),
    vpcRoute.addChildren([
      vpcIndexRoute,
      frameRoute.addChildren([
        rulesTab,
        subnetsTab,
        routersTab,
        gatewaysTab,
        connectivityRoute,
        mapRoute,
        vpcHistoryRoute,
      ]),
      routerPage,
    ]),
  ]),
] as const
