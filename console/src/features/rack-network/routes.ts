import { networkingAllowListView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { systemRoute } from '../../app/routes.ts'

/** The page stays mounted below the panel. */
const pageRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'networking/rack',
  staticData: { crumb: { label: 'Rack network', to: '/system/networking/rack' } },
  loader: ({ context: { queryClient } }) => readAhead(queryClient, apiQuery(networkingAllowListView, {})),
  component: lazyPage(() => import('./rack-network-page.tsx'), 'RackNetworkPage'),
})

const allowListRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: 'allow-list',
  staticData: panel('Edit allow list'),
  loader: ({ context: { queryClient } }) =>
    queryClient.ensureQueryData(apiQuery(networkingAllowListView, {})),
  component: lazyPage(() => import('./allow-list-edit.tsx'), 'AllowListEdit'),
})

export const inSystem = [pageRoute.addChildren([allowListRoute])] as const
