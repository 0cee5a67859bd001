import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/routes.ts'
import { currentUser, requireSecondFactor } from '../../app/session.ts'
import { lettersOf } from './letters.ts'

type Search = { user_code?: string }

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  component: lazyPage(() => import('./device-layout.tsx'), 'DeviceLayout'),
  staticData: { crumb: { label: 'Device Authentication', titleOnly: true } },
})

/** A device may show an address with the code in it. The form is filled in, but the user still confirms it. */
const verifyRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'verify',
  // Drops all other parameters, which would otherwise follow to the sign-in page and back.
  validateSearch: ({ user_code }): Search => ({
    user_code: typeof user_code === 'string' ? lettersOf(user_code) || undefined : undefined,
  }),
  // A signed-out user signs in first and comes back.
  loader: async ({ context: { queryClient }, location }) =>
    requireSecondFactor(await queryClient.ensureQueryData(currentUser), location),
  component: lazyPage(() => import('./device-verify.tsx'), 'DeviceVerify'),
})

const successRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'success',
  component: lazyPage(() => import('./device-success.tsx'), 'DeviceSuccess'),
})

/** Routes of logging in on a device. */
export const inRoot = [layoutRoute.addChildren([verifyRoute, successRoute])] as const
