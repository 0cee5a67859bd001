import { supportBundleList, supportBundleView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { systemRoute } from '../../app/routes.ts'
import { bundles } from './queries.ts'

/** The list stays mounted below the panels. */
const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  id: 'bundles-list',
  staticData: { crumb: { label: 'Support bundles', to: '/system/support-bundles' } },
  loader: ({ context: { queryClient } }) => readAhead(queryClient, pageQuery(supportBundleList, bundles)),
  component: lazyPage(() => import('./bundle-list.tsx'), 'BundleList'),
})

const indexRoute = createRoute({ getParentRoute: () => listRoute, path: 'support-bundles' })

const createRouteOf = createRoute({
  getParentRoute: () => listRoute,
  path: 'support-bundles-new',
  staticData: panel('New support bundle'),
  component: lazyPage(() => import('./bundle-create.tsx'), 'BundleCreate'),
})

const bundleRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'support-bundles/$bundleId',
  staticData: panel('Support bundle'),
  loader: ({ context: { queryClient }, params: { bundleId } }) =>
    queryClient.ensureQueryData(apiQuery(supportBundleView, { path: { bundleId } })),
  component: lazyPage(() => import('./bundle-panel.tsx'), 'BundlePanel'),
})

const editRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'support-bundles/$bundleId/edit',
  staticData: panel('Edit comment'),
  loader: ({ context: { queryClient }, params: { bundleId } }) =>
    queryClient.ensureQueryData(apiQuery(supportBundleView, { path: { bundleId } })),
  component: lazyPage(() => import('./bundle-edit.tsx'), 'BundleEdit'),
})

export const inSystem = [listRoute.addChildren([indexRoute, createRouteOf, bundleRoute, editRoute])] as const
