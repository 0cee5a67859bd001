import { currentUserSessionList, currentUserSignInView } from '@granary/contract/generated/client.ts'
import { createRoute } from '@tanstack/react-router'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { settingsRoute } from '../../app/routes.ts'

const signInRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sign-in',
  staticData: {
    crumb: { label: 'Sign-in', to: '/settings/sign-in' },
  },
  loader: async ({ context: { queryClient } }) => {
    const extensions = await loadExtensions()
    await queryClient.ensureQueryData(apiQuery(extensions.call(currentUserSignInView), {}))
  },
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const sessionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'sessions',
  staticData: {
    crumb: { label: 'Sessions', to: '/settings/sessions' },
  },
  loader: async ({ context: { queryClient } }) => {
    const extensions = await loadExtensions()
    await readAhead(queryClient, pageQuery(extensions.call(currentUserSessionList), {}))
  },
  component: lazyPage(() => import('./session-list.tsx'), 'SessionList'),
})

/** Routes of how the signed-in user signs in, and of their sessions. */
export const inSettings = [signInRoute, sessionsRoute] as const
