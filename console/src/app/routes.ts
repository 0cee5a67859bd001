import { isUuid, nameProblem } from '@granary/domain/names.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame/frame.tsx'
import { LoadingShell } from './loading-shell.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { loadProjectRole } from './permissions.ts'
import { ProjectArea } from './project-area.tsx'
import { Root } from './root.tsx'
import { currentGroups, currentUser, requireSecondFactor } from './session.ts'

/** The context of every loader. */
export type RouterContext = {
  queryClient: QueryClient
  /** Returns whether any route has a path, also one whose code is yet to load. */
  hasRoute: (pathname: string) => Promise<boolean>
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

/** Whether a resource can have this name or id. The server answers 400 to others, but users see a missing page. */
const couldExist = (nameOrId: string): boolean => isUuid(nameOrId) || nameProblem(nameOrId) === null

/** @throws not found when the URL has a name that no resource can have. */
function checkNames(params: object): void {
  if (!Object.values(params).every(couldExist)) throw notFound()
}

/** Errors of a page inside the frame, which stays. */
const failures = { errorComponent: ErrorPage, notFoundComponent: NotFoundPage }

/** All pages that need a session: the frame, and the current user. */
export const authenticatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'authenticated',
  loader: async ({ context: { queryClient }, location }) => {
    const [user] = await Promise.all([
      queryClient.ensureQueryData(currentUser),
      queryClient.ensureQueryData(currentGroups),
    ])
    requireSecondFactor(user, location)
  },
  component: Frame,
  // Only for the first page: later the previous page stays until the next one has loaded.
  pendingComponent: LoadingShell,
  pendingMs: 0,
  // The router would keep it for half a second, although the page may be ready in a fifth of that.
  pendingMinMs: 0,
  // Errors of the frame itself.
  errorComponent: ErrorPage,
})

/** Unknown URLs, and at first those of routes that load later. */
export const unknownRoute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '$',
  beforeLoad: async ({ context, location: { pathname, href, state } }) => {
    if (await context.hasRoute(pathname)) throw redirect({ href, state, replace: true })
  },
  component: NotFoundPage,
})

export const indexRoute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

/** Pages of the silo. */
export const siloRoute = createRoute({
  getParentRoute: () => authenticatedRoute,
  id: 'silo',
  staticData: { area: 'silo' },
  beforeLoad: ({ params }) => checkNames(params),
  ...failures,
})

/** The crumb above every project. */
export const projectsCrumb = { label: 'Projects', to: '/projects' }

/** Pages inside a project. */
export const projectRoute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/projects/$project',
  beforeLoad: ({ params }) => checkNames(params),
  ...failures,
  staticData: {
    area: 'project',
    crumb: [projectsCrumb, { label: ({ project }) => project!, to: '/projects/$project/instances' }],
  },
  loader: ({ context: { queryClient }, params: { project } }) => loadProjectRole(queryClient, project),
  component: ProjectArea,
})

/** Pages of the current user. */
export const settingsRoute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/settings',
  staticData: { area: 'settings', crumb: { label: 'Settings', to: '/settings/profile' } },
  beforeLoad: ({ params }) => checkNames(params),
  ...failures,
})

export const systemRoute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/system',
  staticData: { area: 'system' },
  ...failures,
  beforeLoad: async ({ context: { queryClient }, params }) => {
    checkNames(params)
    const { fleetViewer } = await queryClient.ensureQueryData(currentUser)
    if (!fleetViewer) throw notFound()
  },
})
