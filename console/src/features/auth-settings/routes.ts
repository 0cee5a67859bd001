import { authSettingsView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { apiQuery } from '../../api/queries.ts'
import { ownSiloPageRoute } from '../../kinds/silo/pages.ts'

/** Only for the caller's own silo: the API knows no other silo's settings. */
const tabRoute = createRoute({
  getParentRoute: () => ownSiloPageRoute,
  path: 'auth-settings',
  staticData: { crumb: { label: 'Auth settings' }, siloTab: { label: 'Auth settings', order: 5 } },
  // Not waited for: the tab has a face for while it loads, and one for when it failed.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(apiQuery(authSettingsView, {})),
  component: lazyPage(() => import('./auth-settings-tab.tsx'), 'AuthSettingsTab'),
})

export const inOwnSiloPage = [tabRoute] as const
