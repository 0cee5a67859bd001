import { externalSubnetList, externalSubnetView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { projectRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'external-subnets-list',
  staticData: { crumb: { label: 'External Subnets', to: '/projects/$project/external-subnets' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient }, params: { project } }) =>
    readAhead(queryClient, filteredPageQuery(externalSubnetList, { project }, location.search)),
  component: lazyPage(() => import('./external-subnet-list.tsx'), 'ExternalSubnetList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'external-subnets',
})

const createSubnetRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'external-subnets-new',
  staticData: panel('New External Subnet'),
  component: lazyPage(() => import('./external-subnet-create.tsx'), 'ExternalSubnetCreate'),
})

const editRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'external-subnets/$externalSubnet/edit',
  staticData: panel('Edit External Subnet'),
  loader: ({ context: { queryClient }, params: { project, externalSubnet } }) =>
    queryClient.ensureQueryData(
      apiQuery(externalSubnetView, { path: { externalSubnet }, query: { project } }),
    ),
  component: lazyPage(() => import('./external-subnet-edit.tsx'), 'ExternalSubnetEdit'),
})

/** Routes of the external subnets of a project. */
export const inProject = [listRoute.addChildren([indexRoute, createSubnetRoute, editRoute])] as const
