import {
  authSettingsView,
  certificateList,
  certificateView,
  samlIdentityProviderView,
  scimTokenList,
  siloIdentityProviderList,
  siloIpPoolList,
  siloUserList,
  siloUtilizationView,
  userView,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import {} from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery, pageQuery } from '../../api/queries.ts'
import { type NameFilter, nameFilter } from '../../app/kit/search.ts'
import type { RouterContext } from '../../app/routes.ts'
import { currentUser } from '../../app/session.ts'

type Params = Record<string, string | undefined>
/** What a loader is given, on either page. */
type Match = { context: RouterContext; params: Params; deps: NameFilter }
type Start = (queryClient: QueryClient, silo: string, params: Params, search: NameFilter) => Promise<unknown>

/**
 * Waits for what a panel cannot be shown without; what is not there is a page of its own. The silo is the one in the path,
 * or one's own.
 */
const needing =
  (start: Start) =>
  // A route would take its own parameters from the type of its loader, and the two pages differ in theirs.
  // oxlint-disable-next-line typescript/no-explicit-any
  async (match: any): Promise<void> => {
    const {
      context: { queryClient },
      params,
      deps,
    }: Match = match
    const silo = params.silo ?? (await queryClient.ensureQueryData(currentUser)).siloName
    await start(queryClient, silo, params, deps)
  }

/** Starts what a tab shows and does not wait: the tab has a face for while it is on its way, and one for when it failed. */
const ahead = (start: Start) =>
  needing(async (queryClient, silo, params, search) => {
    void start(queryClient, silo, params, search)
  })

/** The path of a tab on the page of any silo, or of one's own. */
const tabPath =
  (tab: string) =>
  ({ silo }: Record<string, string>): string =>
    silo === undefined ? `/silo/${tab}` : `/system/silos/${silo}/${tab}`

// What a tab is, whichever page it is on: that of any silo, or that of one's own.

/** Providers stay under the panels that create and show one. */
export const idpsTab = {
  id: 'idps-list',
  staticData: { crumb: { label: 'Identity Providers', to: tabPath('idps') } },
  loader: ahead((client, silo) =>
    client.prefetchQuery(pageQuery(siloIdentityProviderList, { query: { silo } })),
  ),
  component: lazyPage(() => import('../identity-providers/idps-tab.tsx'), 'IdpsTab'),
} as const
export const idpsIndex = { path: 'idps' } as const
export const idpCreatePanel = {
  path: 'idps-new',
  staticData: { panel: true, crumb: { label: 'New Identity Provider', titleOnly: true } },
  component: lazyPage(() => import('../identity-providers/idp-create.tsx'), 'IdpCreate'),
} as const
export const idpPanel = {
  path: 'idps/saml/$provider',
  staticData: { panel: true, crumb: { label: 'Edit Identity Provider', titleOnly: true } },
  loader: needing((client, silo, { provider }) =>
    client.ensureQueryData(
      apiQuery(samlIdentityProviderView, { path: { provider: provider! }, query: { silo } }),
    ),
  ),
  component: lazyPage(() => import('../identity-providers/idp-view.tsx'), 'IdpView'),
} as const

export const scimTab = {
  path: 'scim',
  staticData: { crumb: { label: 'SCIM' } },
  loader: ahead((client, silo) => client.prefetchQuery(apiQuery(scimTokenList, { query: { silo } }))),
  component: lazyPage(() => import('../scim/scim-tab.tsx'), 'ScimTab'),
} as const

/** Users stay under the panels that create and show one. */
export const usersTab = {
  id: 'users-list',
  staticData: { crumb: { label: 'Users', to: tabPath('users') } },
  validateSearch: nameFilter,
  loaderDeps: ({ search }: { search: NameFilter }) => search,
  loader: ahead((client, silo, _, { name }) =>
    client.prefetchQuery(pageQuery(siloUserList, { query: { silo, nameContains: name } })),
  ),
  component: lazyPage(() => import('../users/users-tab.tsx'), 'UsersTab'),
} as const
export const usersIndex = { path: 'users' } as const
export const userCreatePanel = {
  path: 'users-new',
  staticData: { panel: true, crumb: { label: 'New user', titleOnly: true } },
  component: lazyPage(() => import('../users/user-create.tsx'), 'UserCreate'),
} as const
export const userPanel = {
  path: 'users/$userId',
  staticData: { panel: true, crumb: { label: 'User', titleOnly: true } },
  loader: needing((client, _, { userId }) =>
    client.ensureQueryData(apiQuery(userView, { path: { userId: userId! } })),
  ),
  component: lazyPage(() => import('../users/user-panel.tsx'), 'UserPanel'),
} as const

/** Certificates stay under the panels that add and show one. */
export const certificatesTab = {
  id: 'certificates-list',
  staticData: { crumb: { label: 'Certificates', to: tabPath('certificates') } },
  loader: ahead((client, silo) => client.prefetchQuery(pageQuery(certificateList, { query: { silo } }))),
  component: lazyPage(() => import('../certificates/certificates-tab.tsx'), 'CertificatesTab'),
} as const
export const certificatesIndex = { path: 'certificates' } as const
export const certificateCreatePanel = {
  path: 'certificates-new',
  staticData: { panel: true, crumb: { label: 'Add certificate', titleOnly: true } },
  component: lazyPage(() => import('../certificates/certificate-create.tsx'), 'CertificateCreate'),
} as const
export const certificatePanel = {
  path: 'certificates/$certificate',
  staticData: { panel: true, crumb: { label: 'Certificate', titleOnly: true } },
  loader: needing((client, silo, { certificate }) =>
    client.ensureQueryData(
      apiQuery(certificateView, { path: { certificate: certificate! }, query: { silo } }),
    ),
  ),
  component: lazyPage(() => import('../certificates/certificate-view.tsx'), 'CertificateView'),
} as const

export const quotasTab = {
  path: 'quotas',
  staticData: { crumb: { label: 'Quotas' } },
  loader: ahead((client, silo) => client.prefetchQuery(apiQuery(siloUtilizationView, { path: { silo } }))),
  component: lazyPage(() => import('../quotas/quotas-tab.tsx'), 'QuotasTab'),
} as const

export const ipPoolsTab = {
  path: 'ip-pools',
  staticData: { crumb: { label: 'IP Pools' } },
  loader: ahead((client, silo) => client.prefetchQuery(pageQuery(siloIpPoolList, { path: { silo } }))),
  component: lazyPage(() => import('../ip-pools/silo-pools-tab.tsx'), 'SiloPoolsTab'),
} as const

/** Only for one's own silo: nobody else's can be asked for. */
export const authSettingsTab = {
  path: 'auth-settings',
  staticData: { crumb: { label: 'Auth settings' } },
  loader: ahead((client) => client.prefetchQuery(apiQuery(authSettingsView, {}))),
  component: lazyPage(() => import('../auth-settings/auth-settings-tab.tsx'), 'AuthSettingsTab'),
} as const
