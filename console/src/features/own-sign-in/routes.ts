import { currentUserSignInView } from '@granary/contract/generated/client.ts'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { createRoute } from '@tanstack/react-router'
import { hasExtensions } from '../../api/extensions.ts'
import { apiQuery } from '../../api/queries.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { settingsRoute } from '../../app/routes.ts'

const signInRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sign-in',
  staticData: {
    crumb: { label: 'Sign-in', to: '/settings/sign-in' },
    navigation: {
      area: 'settings',
      label: 'Sign-in',
      icon: Fingerprint,
      order: 4,
      when: () => hasExtensions() === true,
    },
  },
  loader: async ({ context: { queryClient } }) => {
    const extensions = await loadExtensions()
    await queryClient.ensureQueryData(apiQuery(extensions.call(currentUserSignInView), {}))
  },
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

/** Routes of how the signed-in user signs in. */
export const inSettings = [signInRoute] as const
