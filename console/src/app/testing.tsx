import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from '../ui/testing.ts'

/** Renders a part of a page on its own, inside the console's providers. Returns its history. */
export function renderInConsole(part: ReactNode, client = new QueryClient(), at = '/') {
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  // The router's own components do this, and follow Back too.
  history.subscribe(() => void router.load())
  render(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>{part}</RouterContextProvider>
    </QueryClientProvider>,
  )
  return router.history
}

/**
 * Renders a part as the page of every address, because it reads the search of its route. Returns its history.
 * @param path with the parameters that the part reads too.
 */
export function renderAsPage(part: ReactNode, client = new QueryClient(), at = '/', path = '$') {
  const history = createMemoryHistory({ initialEntries: [at] })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path, component: () => part })
  const index = createRoute({ getParentRoute: () => root, path: '/', component: () => part })
  const router = createRouter({ routeTree: root.addChildren([index, page]), history })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router.history
}
