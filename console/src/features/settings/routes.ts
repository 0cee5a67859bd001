import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { settingsRoute } from '../../app/routes.ts'

const indexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true })
  },
})

/** The frame has already loaded the user and their groups. */
const profileRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'profile',
  staticData: {
    crumb: { label: 'Profile', to: '/settings/profile' },
  },
  component: lazyPage(() => import('./profile.tsx'), 'Profile'),
})

/** Routes of the signed-in user's profile. */
export const inSettings = [indexRoute, profileRoute] as const
