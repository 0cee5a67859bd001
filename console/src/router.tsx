import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter } from '@tanstack/react-router'
import { lazyPage } from './app/lazy-page.ts'
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
import * as features from './features/index.ts'
import { ownSiloPageRoute, siloPageRoute } from './kinds/silo/pages.ts'

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

type Features = typeof features
type RoutesIn<Place extends string> = {
  [Name in keyof Features]: Features[Name] extends Record<Place, readonly (infer Route)[]> ? Route : never
}[keyof Features][]

/** Returns the routes that features have in a place: what their `routes.ts` export under its name. */
const routesIn = <Place extends string>(place: Place): RoutesIn<Place> =>
  Object.values<Partial<Record<string, readonly unknown[]>>>(features).flatMap(
    (routes) => routes[place] ?? [],
  ) as RoutesIn<Place>

const routeTree = rootRoute.addChildren([
  ...galleryRoutes,
  ...routesIn('inRoot'),
  authenticatedRoute.addChildren([
    indexRoute,
    unknownRoute,
    ...routesIn('inAuthenticated'),
    siloRoute.addChildren([...routesIn('inSilo'), ownSiloPageRoute.addChildren(routesIn('inOwnSiloPage'))]),
    projectRoute.addChildren(routesIn('inProject')),
    settingsRoute.addChildren(routesIn('inSettings')),
    systemRoute.addChildren([...routesIn('inSystem'), siloPageRoute.addChildren(routesIn('inSiloPage'))]),
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
