import {
  vpcRouterList,
  vpcRouterRouteList,
  vpcRouterRouteView,
  vpcRouterView,
} from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../../api/queries.ts'
import { historySearch } from '../../../app/history/history-search.ts'
import { lazyPage } from '../../../app/lazy-page.ts'
import { panel } from '../../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../../app/kit/lists/filtered-list.ts'
import { crumbs, frameRoute, idOf, VPC, vpcRoute } from '../frame-routes.ts'

const routersRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'vpc-routers',
  ...filteredRoute,
  loader: async ({ location, context: { queryClient }, params }) =>
    readAhead(
      queryClient,
      filteredPageQuery(vpcRouterList, { vpc: await idOf(queryClient, params) }, location.search),
    ),
  component: lazyPage(() => import('./router-list.tsx'), 'RouterList'),
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
  component: lazyPage(() => import('./router-create.tsx'), 'RouterCreate'),
})
const editRouterRoute = createRoute({
  getParentRoute: () => routersRoute,
  path: 'routers/$router/edit',
  staticData: panel('Edit Router', crumbs.routers),
  loader: ({ context: { queryClient }, params: { router, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(vpcRouterView, { path: { router }, query })),
  component: lazyPage(() => import('./router-edit.tsx'), 'RouterEdit'),
})

/** The tab of the routers. */
export const routersTab = routersRoute.addChildren([routersIndexRoute, createRouterRoute, editRouterRoute])

/** The page of a router has its own heading, and not the tabs of the VPC. */
const routerRoute = createRoute({
  getParentRoute: () => vpcRoute,
  path: 'routers/$router',
  validateSearch: historySearch,
  staticData: {
    crumb: [crumbs.routers, { label: ({ router }) => router!, to: `${VPC}/routers/$router` }, crumbs.routes],
  },
  loader: async ({ context: { queryClient }, params: { router, ...query } }) => {
    const { id } = await queryClient.ensureQueryData(apiQuery(vpcRouterView, { path: { router }, query }))
    await readAhead(queryClient, pageQuery(vpcRouterRouteList, { query: { router: id } }))
  },
  component: lazyPage(() => import('./router-page.tsx'), 'RouterPage'),
})
const createRouteRoute = createRoute({
  getParentRoute: () => routerRoute,
  path: 'routes-new',
  staticData: panel('New Route'),
  component: lazyPage(() => import('./route-create.tsx'), 'RouteCreate'),
})
const editRouteRoute = createRoute({
  getParentRoute: () => routerRoute,
  path: 'routes/$route/edit',
  staticData: panel('Edit Route'),
  loader: ({ context: { queryClient }, params: { route, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(vpcRouterRouteView, { path: { route }, query })),
  component: lazyPage(() => import('./route-edit.tsx'), 'RouteEdit'),
})

/** The page of a router, with the panels of its routes. */
export const routerPage = routerRoute.addChildren([createRouteRoute, editRouteRoute])
