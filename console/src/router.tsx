import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter } from '@tanstack/react-router'
import { lazyPage } from './app/lazy-page.ts'
import { fleetAccessRoutes, projectAccessRoutes, siloAccessRoutes } from './features/access/routes.ts'
import { accessTokenRoutes } from './features/access-tokens/routes.ts'
import { affinityRoutes } from './features/affinity/routes.ts'
import { bulkJobRoutes } from './features/bulk-jobs/routes.ts'
import { instanceLookupRoutes } from './features/instances/lookup-routes.ts'
import { instanceRoutes } from './features/instances/routes.ts'
import { disksRoutes } from './features/disks/routes.ts'
import { projectImageRoutes, siloImageRoutes } from './features/images/routes.ts'
import { snapshotRoutes } from './features/snapshots/routes.ts'
import { projectListRoutes } from './features/projects/routes.ts'
import { deviceRoutes } from './features/device/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { ownSiloRoutes, siloRoutes } from './features/silos/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { sshKeyRoutes } from './features/ssh-keys/routes.ts'
import { NotFoundPage } from './app/not-found-page.tsx'
import {
  authenticatedRoute,
  indexRoute,
  projectRoute,
  rootRoute,
  settingsRoute,
  siloRoute,
  systemRoute,
  unknownRoute,
} from './app/routes.ts'

/** Every component of the design system in all its states; in development builds only. */
const galleryRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/ui',
        component: lazyPage(() => import('./ui/gallery/gallery.tsx')),
      }),
    ]
  : []

const routeTree = rootRoute.addChildren([
  ...galleryRoutes,
  ...signInRoutes,
  ...deviceRoutes,
  authenticatedRoute.addChildren([
    indexRoute,
    unknownRoute,
    ...instanceLookupRoutes,
    siloRoute.addChildren([...projectListRoutes, ...siloImageRoutes, ...siloAccessRoutes, ...ownSiloRoutes]),
    projectRoute.addChildren([
      ...instanceRoutes,
      ...disksRoutes,
      ...snapshotRoutes,
      ...projectImageRoutes,
      ...affinityRoutes,
      ...projectAccessRoutes,
    ]),
    settingsRoute.addChildren([...settingsRoutes, ...sshKeyRoutes, ...accessTokenRoutes, ...bulkJobRoutes]),
    systemRoute.addChildren([...siloRoutes, ...fleetAccessRoutes]),
  ]),
])

/** The router of the console. */
export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundPage,
    // Otherwise every change of a panel or a query goes to the top: arrivals.ts knows better.
    scrollRestoration: () => false,
    notFoundMode: 'root',
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
