import { authSettingsView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery } from '../../api/queries.ts'
import { ownSiloPageRoute } from '../../kinds/silo/pages.ts'

/** Route of the caller's own silo only: the API has no other silo's settings. */
const tabRoute = createRoute({
  getParentRoute: () => ownSiloPageRoute,
  path: 'auth-settings',
  staticData: { crumb: { label: 'Auth settings' }, siloTab: { label: 'Auth settings', order: 5 } },
  // Not awaited: the tab has its own loading and error states.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(apiQuery(authSettingsView, {})),
  component: lazyPage(() => import('./auth-settings-tab.tsx'), 'AuthSettingsTab'),
})

export const inOwnSiloPage = [tabRoute] as const
