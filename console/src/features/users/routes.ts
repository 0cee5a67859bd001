import { siloUserList, userView } from '@granary/contract/generated/client.ts'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { apiQuery } from '../../api/queries.ts'
import { OWN_SILO, SILO } from '../../kinds/silo/addresses.ts'
import { ownSiloPageRoute, siloPageRoute } from '../../kinds/silo/pages.ts'
import type { SiloTab } from '../../kinds/silo/tabs.ts'

/** The list of users stays mounted below its panels. */
const listOn = <Page extends AnyRoute>(page: () => Page, base: string) =>
  createRoute({
    getParentRoute: page,
    id: 'users-list',
    staticData: { crumb: { label: 'Users', to: `${base}/users` } },
    ...filteredRoute,
    // Not awaited: the tab has its own loading and error states.
    loader: ({ location, context: { queryClient, silo } }) =>
      void queryClient.prefetchQuery(filteredPageQuery(siloUserList, { silo }, location.search, false)),
    component: lazyPage(() => import('./users-tab.tsx'), 'UsersTab'),
  })
/** Returns the tab of the list with the panels below it. */
const insideOf = <List extends AnyRoute>(list: () => List, siloTab: SiloTab) =>
  [
    createRoute({ getParentRoute: list, path: 'users', staticData: { siloTab } }),
    createRoute({
      getParentRoute: list,
      path: 'users-new',
      staticData: panel('New user'),
      component: lazyPage(() => import('./user-create.tsx'), 'UserCreate'),
    }),
    createRoute({
      getParentRoute: list,
      path: 'users/$userId',
      staticData: panel('User'),
      loader: ({ context: { queryClient }, params: { userId } }) =>
        queryClient.ensureQueryData(apiQuery(userView, { path: { userId } })),
      component: lazyPage(() => import('./user-panel.tsx'), 'UserPanel'),
    }),
  ] as const

const tab = (order: number): SiloTab => ({
  label: 'Users',
  order,
  when: (_, may) => may('read_identities'),
})
const list = listOn(() => siloPageRoute, SILO)
const ownList = listOn(() => ownSiloPageRoute, OWN_SILO)

export const inSiloPage = [list.addChildren(insideOf(() => list, tab(7)))] as const
export const inOwnSiloPage = [ownList.addChildren(insideOf(() => ownList, tab(1)))] as const
