import { siloList } from '@granary/contract/generated/client.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { pageQuery } from '../../api/queries.ts'
import { systemRoute } from '../../app/routes.ts'

const indexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/system/silos', replace: true })
  },
})

const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'silos',
  staticData: {
    crumb: { label: 'Silos', to: () => '/system/silos' },
    navigation: { area: 'system', label: 'Silos', order: 1 },
  },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(pageQuery(siloList, {})),
  component: lazyRouteComponent(() => import('./silo-list.tsx'), 'SiloList'),
})

/** The silos of the fleet, for those who may see it. */
export const siloRoutes = [indexRoute, listRoute] as const
