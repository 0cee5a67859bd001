import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { createQueryClient } from '../api/queries.ts'
import { fireEvent, render, screen } from '../ui/testing.ts'
import { catchPanels } from './catch-panels.tsx'
import { panel } from './panel.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

/** Opens a panel over a list. Its first read fails with a status. */
async function open(statusCode: number) {
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('Internal Server Error', { statusCode, requestId: 'r1' }))
    .mockResolvedValue('4 GiB')
  const root = createRootRoute({ errorComponent: () => 'whole page' })
  const list = createRoute({
    getParentRoute: () => root,
    path: 'disks',
    staticData: { crumb: { label: 'Disks' } },
    component: () => (
      <>
        <h1>Disks</h1>
        <Outlet />
      </>
    ),
  })
  const view = createRoute({
    getParentRoute: () => list,
    path: '$disk',
    staticData: panel('Disk details'),
    loader: read,
    component: () => view.useLoaderData(),
  })
  const router = createRouter({
    routeTree: catchPanels(root.addChildren([list.addChildren([view])])),
    history: createMemoryHistory({ initialEntries: ['/disks/data'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

test('the page below a failed panel stays, and the panel can be loaded again', async () => {
  await open(500)
  expect(await screen.findByRole('dialog', { name: 'Disk details' })).toBeTruthy()
  expect(screen.getByText('The data of this panel could not be loaded')).toBeTruthy()
  expect(screen.getByText('Disks')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('4 GiB')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('closing a failed panel leads to the page below', async () => {
  const router = await open(500)
  fireEvent.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!)
  await vi.waitFor(() => expect(router.history.location.pathname).toBe('/disks'))
})

test('a panel whose resource is gone is a missing page', async () => {
  await open(404)
  expect(await screen.findByText('whole page')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Disks' })).toBeNull()
})
