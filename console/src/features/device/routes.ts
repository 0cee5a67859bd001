import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { rootRoute } from '../../app/routes.ts'
import { currentUser } from '../../app/session.ts'
import { lettersOf } from './letters.ts'

type Search = { user_code?: string }

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  component: lazyPage(() => import('./device-layout.tsx'), 'DeviceLayout'),
  staticData: { crumb: { label: 'Device Authentication', titleOnly: true } },
})

/** A device may show an address that has the code in it; it is filled in, and still confirmed by a person. */
const verifyRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'verify',
  // Anything else in the address is left out, or it would go along to the sign-in page and back.
  validateSearch: ({ user_code }): Search => ({
    user_code: typeof user_code === 'string' ? lettersOf(user_code) || undefined : undefined,
  }),
  // Whoever is not signed in does that first, and comes back.
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(currentUser),
  component: lazyPage(() => import('./device-verify.tsx'), 'DeviceVerify'),
})

const successRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'success',
  component: lazyPage(() => import('./device-success.tsx'), 'DeviceSuccess'),
})

/** Where a person lets a device act for them. */
export const inRoot = [layoutRoute.addChildren([verifyRoute, successRoute])] as const
