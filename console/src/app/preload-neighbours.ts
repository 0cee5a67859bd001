import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute, RegisteredRouter } from '@tanstack/react-router'
import { listsOf } from './navigation.ts'
import { fetchPages, idle, isScarce } from './prefetch.ts'
import { preloadDrawings } from '../ui/page/empty-state.tsx'

/**
 * Fetches the routes of the first page's area, and in a project the code of its lists, so that the first click opens one at once.
 * It begins when the page has its data and the browser is idle, and not over a connection that is slow or saves data. Failures are
 * silent: a user who opens a page tries again. Call it once.
 * @param addRoutes loads the routes of the pages beside the current one.
 */
export function preloadNeighbours(
  router: RegisteredRouter,
  queryClient: QueryClient,
  addRoutes: () => Promise<void>,
): void {
  const end = router.subscribe('onRendered', () => {
    end()
    if (!isScarce()) void preload().catch(() => {})
  })
  const preload = async () => {
    // oxlint-disable-next-line no-await-in-loop -- reads may follow each other
    do await idle()
    while (queryClient.isFetching() > 0)
    await addRoutes()
    const area = router.state.matches.find(({ staticData }) => staticData.area)?.staticData.area
    if (!area) return
    const lists = listsOf(area)
    if (lists.length === 0) return
    const routes: Partial<Record<string, AnyRoute>> = router.routesByPath
    await fetchPages(lists.flatMap((path) => [...chainOf(routes[path])]))
    await idle()
    // Empty lists show them.
    await preloadDrawings()
  }
}

/** Returns a route and those around it. */
function* chainOf(route: AnyRoute | undefined): Generator<AnyRoute> {
  for (let each = route; each; each = each.parentRoute) yield each
}
