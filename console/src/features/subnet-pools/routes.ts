import {
  siloSubnetPoolList,
  systemSubnetPoolList,
  systemSubnetPoolMemberList,
  systemSubnetPoolView,
} from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { systemRoute } from '../../app/routes.ts'
import { poolAddresses } from '../../kinds/pool/pool-addresses.ts'
import { siloPageRoute } from '../../kinds/silo/pages.ts'

const at = poolAddresses('subnet-pools', 'Subnet Pools', 'subnet pool', 3)

const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  ...at.list,
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(systemSubnetPoolList, {}, location.search)),
  component: lazyPage(() => import('./pool-list.tsx'), 'SubnetPoolList'),
})

const listIndexRoute = createRoute({ getParentRoute: () => listRoute, ...at.listIndex })

const createPoolRoute = createRoute({
  getParentRoute: () => listRoute,
  ...at.create,
  component: lazyPage(() => import('./pool-create.tsx'), 'SubnetPoolCreate'),
})

const poolRoute = createRoute({
  getParentRoute: () => systemRoute,
  ...at.page,
  loader: ({ context: { queryClient }, params: { pool } }) =>
    Promise.all([
      queryClient.ensureQueryData(apiQuery(systemSubnetPoolView, { path: { pool } })),
      readAhead(queryClient, pageQuery(systemSubnetPoolMemberList, { path: { pool } })),
    ]),
  component: lazyPage(() => import('./pool-page.tsx'), 'SubnetPoolPage'),
})

const editRoute = createRoute({
  getParentRoute: () => poolRoute,
  ...at.edit,
  component: lazyPage(() => import('./pool-edit.tsx'), 'SubnetPoolEdit'),
})

const addMemberRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'members-add',
  staticData: panel('Add Member'),
  component: lazyPage(() => import('./member-add.tsx'), 'MemberAdd'),
})

const historyRoute = createRoute({ getParentRoute: () => poolRoute, ...at.history })

const tabRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  ...at.siloTab,
  // Not awaited: the tab has its own loading and error states.
  loader: ({ context: { queryClient, silo } }) =>
    void queryClient.prefetchQuery(pageQuery(siloSubnetPoolList, { path: { silo } })),
  component: lazyPage(() => import('./silo-pools-tab.tsx'), 'SiloSubnetPoolsTab'),
})

export const inSystem = [
  listRoute.addChildren([listIndexRoute, createPoolRoute]),
  poolRoute.addChildren([editRoute, addMemberRoute, historyRoute]),
] as const
export const inSiloPage = [tabRoute] as const
