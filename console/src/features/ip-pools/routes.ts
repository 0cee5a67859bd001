import {
  siloIpPoolList,
  systemIpPoolList,
  systemIpPoolRangeList,
  systemIpPoolView,
} from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { systemRoute } from '../../app/routes.ts'
import { siloPageRoute } from '../../kinds/silo/pages.ts'

const crumb = { label: 'IP Pools', to: '/system/networking/ip-pools' }
const POOL = '/system/networking/ip-pools/$pool'

const networkingRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'networking',
  beforeLoad: () => {
    throw redirect({ to: '/system/networking/ip-pools', replace: true })
  },
})

/** The list stays mounted below the create panel. */
const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  id: 'ip-pools-list',
  staticData: { crumb },
  loader: ({ context: { queryClient } }) =>
    readAhead(queryClient, pageQuery(systemIpPoolList, { query: { assignment: 'silos' } })),
  component: lazyPage(() => import('./pool-list.tsx'), 'IpPoolList'),
})

const listIndexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'networking/ip-pools',
})

const createPoolRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'networking/ip-pools-new',
  staticData: { panel: true, crumb: { label: 'New IP pool', titleOnly: true } },
  component: lazyPage(() => import('./pool-create.tsx'), 'IpPoolCreate'),
})

/** The page stays mounted below its panels. */
const poolRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'networking/ip-pools/$pool',
  staticData: { crumb: [crumb, { label: ({ pool }) => pool!, to: POOL }] },
  validateSearch: ({ tab }): { tab?: 'silos' } => ({ tab: tab === 'silos' ? tab : undefined }),
  loader: ({ context: { queryClient }, params: { pool } }) =>
    Promise.all([
      queryClient.ensureQueryData(apiQuery(systemIpPoolView, { path: { pool } })),
      readAhead(queryClient, pageQuery(systemIpPoolRangeList, { path: { pool } })),
    ]),
  component: lazyPage(() => import('./pool-page.tsx'), 'IpPoolPage'),
})

const editRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'edit',
  staticData: { panel: true, crumb: { label: 'Edit IP pool', titleOnly: true } },
  component: lazyPage(() => import('./pool-edit.tsx'), 'IpPoolEdit'),
})

const addRangeRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'ranges-add',
  staticData: { panel: true, crumb: { label: 'Add Range', titleOnly: true } },
  component: lazyPage(() => import('./range-add.tsx'), 'RangeAdd'),
})

const tabRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: 'ip-pools',
  staticData: { crumb: { label: 'IP Pools' }, siloTab: { label: 'IP Pools', order: 2 } },
  // Not awaited: the tab has its own loading and error states.
  loader: ({ context: { queryClient, silo } }) =>
    void queryClient.prefetchQuery(pageQuery(siloIpPoolList, { path: { silo } })),
  component: lazyPage(() => import('./silo-pools-tab.tsx'), 'SiloPoolsTab'),
})

export const inSystem = [
  networkingRoute,
  listRoute.addChildren([listIndexRoute, createPoolRoute]),
  poolRoute.addChildren([editRoute, addRangeRoute]),
] as const
export const inSiloPage = [tabRoute] as const
