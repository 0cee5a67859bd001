import { siloList, siloView } from '@granary/contract/generated/client.ts'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { siloRoute, systemRoute } from '../../app/routes.ts'
import { currentUser } from '../../app/session.ts'
import {
  authSettingsTab,
  certificateCreatePanel,
  certificatePanel,
  certificatesIndex,
  certificatesTab,
  idpCreatePanel,
  idpPanel,
  idpsIndex,
  idpsTab,
  ipPoolsTab,
  quotasTab,
  scimTab,
  userCreatePanel,
  userPanel,
  usersIndex,
  usersTab,
} from './tab-routes.ts'

const indexRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/system/silos', replace: true })
  },
})

const silosCrumb = { label: 'Silos', to: () => '/system/silos' }

/** The list stays under the panel that creates. */
const listRoute = createRoute({
  getParentRoute: () => systemRoute,
  id: 'silos-list',
  staticData: { crumb: silosCrumb },
  validateSearch: nameFilter,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { name } }) =>
    readAhead(queryClient, pageQuery(siloList, { query: { nameContains: name } })),
  component: lazyPage(() => import('./silo-list.tsx'), 'SiloList'),
})

const listIndexRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'silos',
  staticData: { navigation: { area: 'system', label: 'Silos', order: 1 } },
})

const createSiloRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'silos-new',
  staticData: { panel: true, crumb: { label: 'New Silo', titleOnly: true } },
  component: lazyPage(() => import('./create/silo-create.tsx'), 'SiloCreate'),
})

const siloPageRoute = createRoute({
  getParentRoute: () => systemRoute,
  path: 'silos/$silo',
  staticData: {
    crumb: [silosCrumb, { label: ({ silo }) => silo!, to: ({ silo }) => `/system/silos/${silo}/idps` }],
  },
  loader: ({ context: { queryClient }, params: { silo } }) =>
    queryClient.ensureQueryData(apiQuery(siloView, { path: { silo } })),
  component: lazyPage(() => import('./silo-page.tsx'), 'SiloPage'),
})

const TABS = ['idps', 'ip-pools', 'quotas', 'fleet-roles', 'scim', 'users', 'certificates'] as const
type Tab = (typeof TABS)[number]

/** `?tab=ip-pools` leads to the tab of that name, as an old bookmark may say it; the first tab otherwise. */
const siloIndexRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: '/',
  validateSearch: ({ tab }): { tab?: Tab } => ({ tab: TABS.find((known) => known === tab) }),
  beforeLoad: ({ params, search: { tab = 'idps' } }) => {
    throw redirect({ href: `/system/silos/${params.silo}/${tab}`, replace: true })
  },
})

const fleetRolesRoute = createRoute({
  getParentRoute: () => siloPageRoute,
  path: 'fleet-roles',
  staticData: { crumb: { label: 'Fleet Roles' } },
  component: lazyPage(() => import('./fleet-roles-tab.tsx'), 'FleetRolesTab'),
})

const idpsRoute = createRoute({ getParentRoute: () => siloPageRoute, ...idpsTab })
const usersRoute = createRoute({ getParentRoute: () => siloPageRoute, ...usersTab })
const certificatesRoute = createRoute({ getParentRoute: () => siloPageRoute, ...certificatesTab })

/** The silos of the fleet, for those who may see it. */
export const siloRoutes = [
  indexRoute,
  listRoute.addChildren([listIndexRoute, createSiloRoute]),
  siloPageRoute.addChildren([
    siloIndexRoute,
    fleetRolesRoute,
    idpsRoute.addChildren([
      createRoute({ getParentRoute: () => idpsRoute, ...idpsIndex }),
      createRoute({ getParentRoute: () => idpsRoute, ...idpCreatePanel }),
      createRoute({ getParentRoute: () => idpsRoute, ...idpPanel }),
    ]),
    usersRoute.addChildren([
      createRoute({ getParentRoute: () => usersRoute, ...usersIndex }),
      createRoute({ getParentRoute: () => usersRoute, ...userCreatePanel }),
      createRoute({ getParentRoute: () => usersRoute, ...userPanel }),
    ]),
    certificatesRoute.addChildren([
      createRoute({ getParentRoute: () => certificatesRoute, ...certificatesIndex }),
      createRoute({ getParentRoute: () => certificatesRoute, ...certificateCreatePanel }),
      createRoute({ getParentRoute: () => certificatesRoute, ...certificatePanel }),
    ]),
    createRoute({ getParentRoute: () => siloPageRoute, ...ipPoolsTab }),
    createRoute({ getParentRoute: () => siloPageRoute, ...quotasTab }),
    createRoute({ getParentRoute: () => siloPageRoute, ...scimTab }),
  ]),
] as const

const ownPageRoute = createRoute({
  getParentRoute: () => siloRoute,
  path: '/silo',
  staticData: {
    crumb: { label: 'Silo settings', to: () => '/silo' },
    navigation: { area: 'silo', label: 'Silo settings', order: 9, when: ({ siloAdmin }) => siloAdmin },
  },
  beforeLoad: async ({ context: { queryClient } }) => {
    const { siloAdmin } = await queryClient.ensureQueryData(currentUser)
    if (!siloAdmin) throw notFound()
  },
  loader: async ({ context: { queryClient } }) => {
    const { siloName } = await queryClient.ensureQueryData(currentUser)
    return queryClient.ensureQueryData(apiQuery(siloView, { path: { silo: siloName } }))
  },
  component: lazyPage(() => import('./own-silo-page.tsx'), 'OwnSiloPage'),
})

const ownIndexRoute = createRoute({
  getParentRoute: () => ownPageRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: '/silo/users', replace: true })
  },
})

const ownIdpsRoute = createRoute({ getParentRoute: () => ownPageRoute, ...idpsTab })
const ownUsersRoute = createRoute({ getParentRoute: () => ownPageRoute, ...usersTab })
const ownCertificatesRoute = createRoute({ getParentRoute: () => ownPageRoute, ...certificatesTab })

/** One's own silo, for its administrators. */
export const ownSiloRoutes = [
  ownPageRoute.addChildren([
    ownIndexRoute,
    ownIdpsRoute.addChildren([
      createRoute({ getParentRoute: () => ownIdpsRoute, ...idpsIndex }),
      createRoute({ getParentRoute: () => ownIdpsRoute, ...idpCreatePanel }),
      createRoute({ getParentRoute: () => ownIdpsRoute, ...idpPanel }),
    ]),
    ownUsersRoute.addChildren([
      createRoute({ getParentRoute: () => ownUsersRoute, ...usersIndex }),
      createRoute({ getParentRoute: () => ownUsersRoute, ...userCreatePanel }),
      createRoute({ getParentRoute: () => ownUsersRoute, ...userPanel }),
    ]),
    ownCertificatesRoute.addChildren([
      createRoute({ getParentRoute: () => ownCertificatesRoute, ...certificatesIndex }),
      createRoute({ getParentRoute: () => ownCertificatesRoute, ...certificateCreatePanel }),
      createRoute({ getParentRoute: () => ownCertificatesRoute, ...certificatePanel }),
    ]),
    createRoute({ getParentRoute: () => ownPageRoute, ...scimTab }),
    createRoute({ getParentRoute: () => ownPageRoute, ...authSettingsTab }),
  ]),
] as const
