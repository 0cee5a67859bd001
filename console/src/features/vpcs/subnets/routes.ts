import { vpcSubnetList, vpcSubnetView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, readAhead } from '../../../api/queries.ts'
import { lazyPage } from '../../../app/lazy-page.ts'
import { panel } from '../../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../../app/kit/lists/filtered-list.ts'
import { crumbs, frameRoute, idOf } from '../frame-routes.ts'

const subnetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'vpc-subnets',
  ...filteredRoute,
  loader: async ({ location, context: { queryClient }, params }) =>
    readAhead(
      queryClient,
      filteredPageQuery(vpcSubnetList, { vpc: await idOf(queryClient, params) }, location.search),
    ),
  component: lazyPage(() => import('./subnet-list.tsx'), 'SubnetList'),
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
  component: lazyPage(() => import('./subnet-create.tsx'), 'SubnetCreate'),
})
const editSubnetRoute = createRoute({
  getParentRoute: () => subnetsRoute,
  path: 'subnets/$subnet/edit',
  staticData: panel('Edit Subnet', crumbs.subnets),
  loader: ({ context: { queryClient }, params: { subnet, ...query } }) =>
    queryClient.ensureQueryData(apiQuery(vpcSubnetView, { path: { subnet }, query })),
  component: lazyPage(() => import('./subnet-edit.tsx'), 'SubnetEdit'),
})

/** The tab of the subnets. */
export const subnetsTab = subnetsRoute.addChildren([subnetsIndexRoute, createSubnetRoute, editSubnetRoute])
