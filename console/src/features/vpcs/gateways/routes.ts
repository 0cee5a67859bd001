import { internetGatewayList, internetGatewayView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, readAhead } from '../../../api/queries.ts'
import { lazyPage } from '../../../app/lazy-page.ts'
import { panel } from '../../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../../app/kit/lists/filtered-list.ts'
import { crumbs, frameRoute, idOf } from '../frame-routes.ts'

const gatewaysRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'vpc-gateways',
  ...filteredRoute,
  loader: async ({ location, context: { queryClient }, params }) =>
    readAhead(
      queryClient,
      filteredPageQuery(internetGatewayList, { vpc: await idOf(queryClient, params) }, location.search),
    ),
  component: lazyPage(() => import('./gateway-list.tsx'), 'GatewayList'),
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
  component: lazyPage(() => import('./gateway-create.tsx'), 'GatewayCreate'),
})
const gatewayRoute = createRoute({
  getParentRoute: () => gatewaysRoute,
  path: 'internet-gateways/$gateway',
  staticData: panel('Edit Internet Gateway', crumbs.gateways),
  loader: ({ context: { queryClient }, params: { gateway, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(internetGatewayView, { path: { gateway }, query })),
  component: lazyPage(() => import('./gateway-panel.tsx'), 'GatewayPanel'),
})

/** The tab of the internet gateways. */
export const gatewaysTab = gatewaysRoute.addChildren([gatewaysIndexRoute, createGatewayRoute, gatewayRoute])
