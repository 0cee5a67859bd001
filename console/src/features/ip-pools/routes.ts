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
import { poolSearch } from '../../kinds/pool/pool-search.ts'
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
  validateSearch: poolSearch,
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

/** The address of a history below any resource. The tabs of a pool are in the query. */
const historyRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'history',
  beforeLoad: ({ params }) => {
    throw redirect({ to: POOL, params, search: { tab: 'history' }, replace: true })
  },
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
  poolRoute.addChildren([editRoute, addRangeRoute, historyRoute]),
] as const
export const inSiloPage = [tabRoute] as const
