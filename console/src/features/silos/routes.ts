import { siloList } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { readAhead } from '../../api/queries.ts'
import { historyRoute } from '../../app/history/history-route.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { fillPath } from '../../app/paths.ts'
import { systemRoute } from '../../app/routes.ts'
import { SILO } from '../../kinds/silo/addresses.ts'
import { ownSiloPageRoute, siloPageRoute, silosCrumb } from '../../kinds/silo/pages.ts'

const indexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/system/silos', replace: true })
  },
})

/** The list stays mounted below the create panel. */
const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  id: 'silos-list',
  staticData: { crumb: silosCrumb },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(siloList, {}, location.search)),
  component: lazyPage(() => import('./silo-list.tsx'), 'SiloList'),
})

const listIndexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'silos',
})

const createSiloRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'silos-new',
  staticData: panel('New Silo'),
  component: lazyPage(() => import('./create/silo-create.tsx'), 'SiloCreate'),
})

const TABS = [
  'idps',
  'ip-pools',
  'subnet-pools',
  'quotas',
  'fleet-roles',
  'scim',
  'users',
  'certificates',
] as const
type Tab = (typeof TABS)[number]

/** Redirects to the tab that `?tab=ip-pools` names, for old bookmarks, or to the first tab. */
const siloIndexRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: '/',
  validateSearch: ({ tab }): { tab?: Tab } => ({ tab: TABS.find((known) => known === tab) }),
  beforeLoad: ({ params, search: { tab = 'idps' } }) => {
    throw redirect({ href: fillPath(`${SILO}/${tab}`, params), replace: true })
  },
})

const fleetRolesRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: 'fleet-roles',
  staticData: { crumb: { label: 'Fleet Roles' }, siloTab: { label: 'Fleet roles', order: 5 } },
  component: lazyPage(() => import('./fleet-roles-tab.tsx'), 'FleetRolesTab'),
})

const siloHistoryRoute = createRoute({ getParentRoute: () => siloPageRoute, ...historyRoute })
const ownHistoryRoute = createRoute({ getParentRoute: () => ownSiloPageRoute, ...historyRoute })

const ownIndexRoute = createRoute({
  getParentRoute: () => ownSiloPageRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/silo/users', replace: true })
  },
})

export const inSystem = [indexRoute, listRoute.addChildren([listIndexRoute, createSiloRoute])] as const
export const inSiloPage = [siloIndexRoute, fleetRolesRoute, siloHistoryRoute] as const
export const inOwnSiloPage = [ownIndexRoute, ownHistoryRoute] as const
