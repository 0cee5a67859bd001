import {
  samlIdentityProviderView,
  samlTestView,
  siloIdentityProviderList,
} from '@granary/contract/generated/client.ts'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, pageQuery } from '../../api/queries.ts'
import { OWN_SILO, SILO } from '../../kinds/silo/addresses.ts'
import { ownSiloPageRoute, siloPageRoute } from '../../kinds/silo/pages.ts'
import type { SiloTab } from '../../kinds/silo/tabs.ts'

/** The list of providers stays mounted below its panels. */
const listOn = <Page extends AnyRoute>(page: () => Page, base: string) =>
  createRoute({
    getParentRoute: page,
    id: 'idps-list',
    staticData: { crumb: { label: 'Identity Providers', to: `${base}/idps` } },
    // Not awaited: the tab has its own loading and error states.
    loader: ({ context: { queryClient, silo } }) =>
      void queryClient.prefetchQuery(pageQuery(siloIdentityProviderList, { query: { silo } })),
    component: lazyPage(() => import('./idps-tab.tsx'), 'IdpsTab'),
  })
/** Returns the tab of the list with the panels below it. */
const insideOf = <List extends AnyRoute>(list: () => List, siloTab: SiloTab) =>
  [
    createRoute({ getParentRoute: list, path: 'idps', staticData: { siloTab } }),
    createRoute({
      getParentRoute: list,
      path: 'idps-new',
      staticData: panel('New Identity Provider'),
      component: lazyPage(() => import('./idp-create.tsx'), 'IdpCreate'),
    }),
    createRoute({
      getParentRoute: list,
      path: 'idps/saml/$provider',
      staticData: panel('Edit Identity Provider'),
      loader: ({ context: { queryClient, silo }, params: { provider } }) =>
        queryClient.ensureQueryData(
          apiQuery(samlIdentityProviderView, { path: { provider }, query: { silo } }),
        ),
      component: lazyPage(() => import('./idp-view.tsx'), 'IdpView'),
    }),
    createRoute({
      getParentRoute: list,
      path: 'idps/saml/$provider/tests/$test',
      staticData: panel('Test sign-in'),
      loader: async ({ context: { queryClient, silo }, params: { provider, test } }): Promise<void> => {
        const call = (await loadExtensions()).call(samlTestView)
        await queryClient.ensureQueryData(apiQuery(call, { path: { provider, test }, query: { silo } }))
      },
      component: lazyPage(() => import('./idp-test.tsx'), 'IdpTest'),
    }),
  ] as const

const label = 'Identity Providers'
const ownTab: SiloTab = { label, order: 2, when: ({ identityMode }) => identityMode !== 'local_only' }
const list = listOn(() => siloPageRoute, SILO)
const ownList = listOn(() => ownSiloPageRoute, OWN_SILO)

export const inSiloPage = [list.addChildren(insideOf(() => list, { label, order: 1 }))] as const
export const inOwnSiloPage = [ownList.addChildren(insideOf(() => ownList, ownTab))] as const
