import {
  siloSubnetPoolList,
  systemSubnetPoolList,
  systemSubnetPoolMemberList,
  systemSubnetPoolView,
} from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { systemRoute } from '../../app/routes.ts'
import { poolSearch } from '../../kinds/pool/pool-search.ts'
import { siloPageRoute } from '../../kinds/silo/pages.ts'

const crumb = { label: 'Subnet Pools', to: '/system/networking/subnet-pools' }
const POOL = '/system/networking/subnet-pools/$pool'

/** The list stays mounted below the create panel. */
const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  id: 'subnet-pools-list',
  staticData: { crumb },
  loader: ({ context: { queryClient } }) =>
    readAhead(queryClient, pageQuery(systemSubnetPoolList, { query: {} })),
  component: lazyPage(() => import('./pool-list.tsx'), 'SubnetPoolList'),
})

const listIndexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'networking/subnet-pools',
})

const createPoolRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'networking/subnet-pools-new',
  staticData: { panel: true, crumb: { label: 'New subnet pool', titleOnly: true } },
  component: lazyPage(() => import('./pool-create.tsx'), 'SubnetPoolCreate'),
})

/** The page stays mounted below its panels. */
const poolRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'networking/subnet-pools/$pool',
  staticData: { crumb: [crumb, { label: ({ pool }) => pool!, to: POOL }] },
  validateSearch: poolSearch,
  loader: ({ context: { queryClient }, params: { pool } }) =>
    Promise.all([
      queryClient.ensureQueryData(apiQuery(systemSubnetPoolView, { path: { pool } })),
      readAhead(queryClient, pageQuery(systemSubnetPoolMemberList, { path: { pool } })),
    ]),
  component: lazyPage(() => import('./pool-page.tsx'), 'SubnetPoolPage'),
})

const editRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'edit',
  staticData: { panel: true, crumb: { label: 'Edit subnet pool', titleOnly: true } },
  component: lazyPage(() => import('./pool-edit.tsx'), 'SubnetPoolEdit'),
})

const addMemberRoute = createRoute({
  getParentRoute: () => poolRoute,
  path: 'members-add',
  staticData: { panel: true, crumb: { label: 'Add Member', titleOnly: true } },
  component: lazyPage(() => import('./member-add.tsx'), 'MemberAdd'),
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
  path: 'subnet-pools',
  staticData: { crumb: { label: 'Subnet Pools' }, siloTab: { label: 'Subnet Pools', order: 3 } },
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
