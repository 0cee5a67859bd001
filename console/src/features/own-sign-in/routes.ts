import { currentUserSignInView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { settingsRoute } from '../../app/routes.ts'

const signInRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sign-in',
  staticData: {
    crumb: { label: 'Sign-in', to: '/settings/sign-in' },
    navigation: { area: 'settings', label: 'Sign-in', order: 4 },
  },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(apiQuery(currentUserSignInView, {})),
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

/** Routes of how the signed-in user signs in. */
export const inSettings = [signInRoute] as const
