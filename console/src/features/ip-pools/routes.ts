import {
  siloIpPoolList,
  systemIpPoolList,
  systemIpPoolRangeList,
  systemIpPoolView,
} from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { systemRoute } from '../../app/routes.ts'
import { poolAddresses } from '../../kinds/pool/pool-addresses.ts'
import { siloPageRoute } from '../../kinds/silo/pages.ts'

const at = poolAddresses('ip-pools', 'IP Pools', 'IP pool', 2)

const networkingRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'networking',
  beforeLoad: () => {
    throw redirect({ to: '/system/networking/ip-pools', replace: true })
  },
})

const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  ...at.list,
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(systemIpPoolList, { assignment: 'silos' }, location.search)),
  component: lazyPage(() => import('./pool-list.tsx'), 'IpPoolList'),
})

const listIndexRoute = createRoute({ getParentRoute: () => listRoute, ...at.listIndex })

const createPoolRoute = createRoute({
  getParentRoute: () => listRoute,
  ...at.create,
  component: lazyPage(() => import('./pool-create.tsx'), 'IpPoolCreate'),
})

const poolRoute = createRoute({
  getParentRoute: () => systemRoute,
  ...at.page,
  loader: ({ context: { queryClient }, params: { pool } }) =>
    Promise.all([
      queryClient.ensureQueryData(apiQuery(systemIpPoolView, { path: { pool } })),
      readAhead(queryClient, pageQuery(systemIpPoolRangeList, { path: { pool } })),
    ]),
  component: lazyPage(() => import('./pool-page.tsx'), 'IpPoolPage'),
})

const editRoute = createRoute({
  getParentRoute: () => poolRoute,
  ...at.edit,
  component: lazyPage(() => import('./pool-edit.tsx'), 'IpPoolEdit'),
})

const addRangeRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'ranges-add',
  staticData: panel('Add Range'),
  component: lazyPage(() => import('./range-add.tsx'), 'RangeAdd'),
})

const historyRoute = createRoute({ getParentRoute: () => poolRoute, ...at.history })

const tabRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  ...at.siloTab,
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
