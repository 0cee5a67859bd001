import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRoute, createRouter, type RegisteredRouter } from '@tanstack/react-router'
import { catchPanels } from './app/catch-panels.tsx'
import { lazyPage } from './app/lazy-page.ts'
import { addSidebars, type Sidebars } from './app/navigation.ts'
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
import { idle } from './app/prefetch.ts'
import * as first from './features/first.ts'
import type * as later from './features/later.ts'
import type * as project from './features/project.ts'
import { ownSiloPageRoute, siloPageRoute } from './kinds/silo/pages.ts'
import { importWithRetry } from './ui/import-with-retry.ts'
import { REST_MS } from './ui/navigation.tsx'

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

/** Every feature. The types know all routes; until a group has loaded, the tree lacks its routes. */
type Features = typeof first & typeof project & typeof later
type RoutesIn<Place extends string> = {
  [Name in keyof Features]: Features[Name] extends Record<Place, readonly (infer Route)[]> ? Route : never
}[keyof Features][]

/** Leaves out areas whose pages are yet to load: a route without children would be a page itself. */
const withPages = <Areas extends readonly AnyRoute[]>(areas: Areas): Areas =>
  areas.filter(({ children }) => (children as unknown[]).length > 0) as readonly AnyRoute[] as Areas

/** Returns the tree of routes of the given features. */
function treeOf(features: Features) {
  /** Returns the routes that features have in a place: what their `routes.ts` export under its name. */
  const routesIn = <Place extends string>(place: Place): RoutesIn<Place> =>
    Object.values<Partial<Record<string, readonly unknown[]>>>(features).flatMap(
      (routes) => routes[place] ?? [],
    ) as RoutesIn<Place>
  const tree = rootRoute.addChildren([
    ...galleryRoutes,
    ...routesIn('inRoot'),
    authenticatedRoute.addChildren([
      indexRoute,
      unknownRoute,
      ...routesIn('inAuthenticated'),
      ...withPages([
        siloRoute.addChildren([
          ...routesIn('inSilo'),
          ...withPages([ownSiloPageRoute.addChildren(routesIn('inOwnSiloPage'))]),
        ]),
        projectRoute.addChildren(routesIn('inProject')),
        settingsRoute.addChildren(routesIn('inSettings')),
        systemRoute.addChildren([
          ...routesIn('inSystem'),
          ...withPages([siloPageRoute.addChildren(routesIn('inSiloPage'))]),
        ]),
      ]),
    ]),
  ])
  return catchPanels(tree)
}

/** Routes that the first chunk lacks, in a chunk of their own. */
type LaterRoutes = { features: object; sidebars: Sidebars }
const laterRoutes = (load: () => Promise<LaterRoutes>) => ({ load, loadWithRetry: importWithRetry(load) })

const routesOfProjects = laterRoutes(async () => ({
  features: await import('./features/project.ts'),
  sidebars: {},
}))
const otherRoutes = laterRoutes(() => import('./later.ts'))

/** Returns both chunks of later routes, first the one that probably has a path and the pages beside it. */
const chunksFor = (pathname: string) =>
  /^\/projects\/./i.test(pathname) ? [routesOfProjects, otherRoutes] : [otherRoutes, routesOfProjects]

/** Loads the routes that the first page needs. If that fails, the router tries again, and shows the user that it waits. */
export async function addRoutesOfFirstPage(router: RegisteredRouter): Promise<void> {
  if (isKnown(router, location.pathname)) return
  await chunksFor(location.pathname)[0]!
    .load()
    .then(
      () => addRoutesBeside(router, location.pathname),
      () => {},
    )
}

/** Loads the routes of the pages beside a path. */
export const addRoutesBeside = (router: RegisteredRouter, pathname: string): Promise<void> =>
  add(router, chunksFor(pathname)[0]!)

/** Loads all routes, for later: a click that comes first is not kept waiting while the tree is built. */
export async function addAllRoutes(router: RegisteredRouter): Promise<void> {
  const chunks = [routesOfProjects, otherRoutes]
  await Promise.all(chunks.map((chunk) => chunk.loadWithRetry()))
  for (const chunk of chunks) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that each is short
    await idle()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await add(router, chunk)
  }
}

/** The features whose routes a router has. */
const added = new WeakMap<object, object>()

/** Loads routes. Later calls do nothing. */
async function add(router: RegisteredRouter, chunk: ReturnType<typeof laterRoutes>): Promise<void> {
  const { features, sidebars } = await chunk.loadWithRetry()
  const before = added.get(router) ?? first
  if (Object.keys(features).every((feature) => feature in before)) return
  const all = { ...before, ...features } as Features
  added.set(router, all)
  addSidebars(sidebars)
  router.update({ ...router.options, routeTree: treeOf(all) })
  // The root of the tree is the same object as before, so that an update alone changes nothing.
  router.setRoutes(router.buildRouteTree())
}

/** Returns whether a route has this path, which may be one that is yet to load. */
async function hasRoute(router: RegisteredRouter, pathname: string): Promise<boolean> {
  for (const chunk of chunksFor(pathname)) {
    // oxlint-disable-next-line no-await-in-loop -- only paths that the first chunk lacks need the second one
    await add(router, chunk)
    if (isKnown(router, pathname)) return true
  }
  return false
}

/** Whether a route that has loaded has this path. */
export const isKnown = (router: RegisteredRouter, pathname: string): boolean =>
  router.getMatchedRoutes(pathname)[2]?.id !== unknownRoute.id

/** The router of the console, with the routes of the first features. */
export function createConsoleRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: treeOf(first as Features),
    context: { queryClient, hasRoute: (pathname: string): Promise<boolean> => hasRoute(router, pathname) },
    defaultPreload: 'intent',
    defaultPreloadDelay: REST_MS,
    // Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundPage,
    // Otherwise every change of a panel or a query goes to the top: arrivals.ts knows better.
    scrollRestoration: () => false,
    notFoundMode: 'root',
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
