import { siloIpPoolList } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { pageQuery } from '../../api/queries.ts'
import { siloPageRoute } from '../../kinds/silo/pages.ts'

const tabRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: 'ip-pools',
  staticData: { crumb: { label: 'IP Pools' }, siloTab: { label: 'IP Pools', order: 2 } },
  // Not awaited: the tab has its own loading and error states.
  loader: ({ context: { queryClient, silo } }) =>
    void queryClient.prefetchQuery(pageQuery(siloIpPoolList, { path: { silo } })),
  component: lazyPage(() => import('./silo-pools-tab.tsx'), 'SiloPoolsTab'),
})

export const inSiloPage = [tabRoute] as const
