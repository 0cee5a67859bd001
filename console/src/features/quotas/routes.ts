import { siloUtilizationView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery } from '../../api/queries.ts'
import { siloPageRoute } from '../../kinds/silo/pages.ts'

const tabRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: 'quotas',
  staticData: { crumb: { label: 'Quotas' }, siloTab: { label: 'Quotas', order: 4 } },
  // Not awaited: the tab has its own loading and error states.
  loader: ({ context: { queryClient, silo } }) =>
    void queryClient.prefetchQuery(apiQuery(siloUtilizationView, { path: { silo } })),
  component: lazyPage(() => import('./quotas-tab.tsx'), 'QuotasTab'),
})

export const inSiloPage = [tabRoute] as const
