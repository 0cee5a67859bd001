import { projectList } from '@granary/contract/generated/client.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { render, screen, waitFor } from '../../../ui/testing.ts'
import { usePage } from './use-page.ts'

const rendered = vi.fn()

function Projects() {
  rendered()
  const { rows } = usePage(projectList, {})
  return <p>{rows ? 'loaded' : 'loading'}</p>
}

/** A list, and a page whose data never arrives. */
function showList(at: string) {
  const root = createRootRoute()
  const waiting = vi.fn(() => new Promise<void>(() => {}))
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: Projects }),
      createRoute({ getParentRoute: () => root, path: '/next', loader: waiting }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { router, waiting }
}

test('a list stays as it is while the next page loads', async () => {
  vi.stubGlobal('scrollTo', () => {})
  const requested: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    requested.push(new URL(input instanceof Request ? input.url : String(input), location.href).search)
    return Response.json({ items: [], next_page: null })
  })
  const { router, waiting } = showList('/?size=25')
  await screen.findByText('loaded')
  rendered.mockClear()
  router.history.push('/next')
  await waitFor(() => expect(waiting).toHaveBeenCalled())
  expect(router.state.location.pathname).toBe('/next')
  expect(screen.getByText('loaded')).toBeTruthy()
  expect(rendered).not.toHaveBeenCalled()
  expect(requested).toEqual(['?limit=25'])
})
