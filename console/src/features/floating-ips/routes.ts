import { floatingIpList, floatingIpView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { projectRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'floating-ips-list',
  staticData: { crumb: { label: 'Floating IPs', to: '/projects/$project/floating-ips' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient }, params: { project } }) =>
    readAhead(queryClient, filteredPageQuery(floatingIpList, { project }, location.search)),
  component: lazyPage(() => import('./floating-ip-list.tsx'), 'FloatingIpList'),
})

const indexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'floating-ips',
})

const createFloatingIpRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'floating-ips-new',
  staticData: panel('New Floating IP'),
  component: lazyPage(() => import('./floating-ip-create.tsx'), 'FloatingIpCreate'),
})

const editRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'floating-ips/$floatingIp/edit',
  staticData: panel('Edit Floating IP'),
  loader: ({ context: { queryClient }, params: { project, floatingIp } }) =>
    queryClient.ensureQueryData(apiQuery(floatingIpView, { path: { floatingIp }, query: { project } })),
  component: lazyPage(() => import('./floating-ip-edit.tsx'), 'FloatingIpEdit'),
})

/** Routes of the floating IPs of a project. */
export const inProject = [listRoute.addChildren([indexRoute, createFloatingIpRoute, editRoute])] as const
