import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { nameFilter } from '../../app/kit/lists/search.ts'
import { siloRoute, systemRoute } from '../../app/routes.ts'
import { membersRoute } from './members-route.ts'
import { fleetAccess, siloAccess } from './queries.ts'

const siloAccessRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: '/access',
  staticData: {
    crumb: { label: 'Silo Access', to: '/access' },
  },
  validateSearch: nameFilter,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(siloAccess),
  component: lazyPage(() => import('./silo-access.tsx'), 'SiloAccess'),
})

const fleetAccessRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'access',
  staticData: {
    crumb: { label: 'Fleet Access', to: '/system/access' },
  },
  validateSearch: nameFilter,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(fleetAccess),
  component: lazyPage(() => import('./fleet-access.tsx'), 'FleetAccess'),
})

/** Route of the silo's access page. */
export const inSilo = [siloAccessRoute.addChildren([membersRoute(() => siloAccessRoute)])] as const
/** Route of the fleet's access page. */
export const inSystem = [fleetAccessRoute.addChildren([membersRoute(() => fleetAccessRoute)])] as const
