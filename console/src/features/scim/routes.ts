import { scimTokenList } from '@granary/contract/generated/client.ts'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery } from '../../api/queries.ts'
import { ownSiloPageRoute, siloPageRoute } from '../../kinds/silo/pages.ts'
import type { SiloTab } from '../../kinds/silo/tabs.ts'

const tab = <Page extends AnyRoute>(page: () => Page, order: number) => {
  const siloTab: SiloTab = {
    label: 'SCIM',
    order,
    when: ({ identityMode }) => identityMode === 'saml_scim',
  }
  return createRoute({
    getParentRoute: page,
    path: 'scim',
    staticData: { crumb: { label: 'SCIM' }, siloTab },
    // Not awaited: the tab has its own loading and error states.
    loader: ({ context: { queryClient, silo } }) =>
      void queryClient.prefetchQuery(apiQuery(scimTokenList, { query: { silo } })),
    component: lazyPage(() => import('./scim-tab.tsx'), 'ScimTab'),
  })
}

export const inSiloPage = [tab(() => siloPageRoute, 6)] as const
export const inOwnSiloPage = [tab(() => ownSiloPageRoute, 3)] as const
