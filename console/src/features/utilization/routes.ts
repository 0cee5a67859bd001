import { siloUtilizationList, sledList, utilizationView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { allQuery, apiQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { siloRoute, systemRoute } from '../../app/routes.ts'
import { type OverTimeSearch, overTimeSearch } from './over-time-search.ts'

const crumb = { label: 'Utilization' }

const siloUtilizationRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: 'utilization',
  staticData: { crumb },
  validateSearch: overTimeSearch,
  loader: ({ context: { queryClient } }) => readAhead(queryClient, apiQuery(utilizationView, {})),
  component: lazyPage(() => import('./silo-utilization.tsx'), 'SiloUtilization'),
})

const systemUtilizationRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'utilization',
  staticData: { crumb },
  validateSearch: (search: Record<string, unknown>): OverTimeSearch & { tab?: 'metrics' | 'fit' } => ({
    ...overTimeSearch(search),
    tab: (['metrics', 'fit'] as const).find((tab) => tab === search.tab),
  }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      readAhead(queryClient, allQuery(siloUtilizationList, {})),
      readAhead(queryClient, allQuery(sledList, {})),
    ]),
  component: lazyPage(() => import('./system-utilization.tsx'), 'SystemUtilization'),
})

export const inSilo = [siloUtilizationRoute] as const
export const inSystem = [systemUtilizationRoute] as const
