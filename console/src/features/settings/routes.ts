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

/** Who one is and which groups one is in have been read with the frame. */
const profileRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'profile',
  staticData: {
    crumb: { label: 'Profile', to: '/settings/profile' },
    navigation: { area: 'settings', label: 'Profile', order: 1 },
  },
  component: lazyPage(() => import('./profile.tsx'), 'Profile'),
})

/** What the console knows of whoever is signed in. */
export const inSettings = [indexRoute, profileRoute] as const
