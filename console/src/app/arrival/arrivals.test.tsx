import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render, screen, waitFor } from '../../ui/testing.ts'
import { watchHistory } from '../kit/pages/history.ts'
import { Announcer } from './announcer.tsx'
import { announcement, watchArrivals } from './arrivals.ts'

const scrollTo = vi.fn((to: { top: number }) => {
  window.scrollY = to.top
})

beforeEach(() => {
  window.scrollTo = scrollTo as unknown as typeof window.scrollTo
  window.scrollY = 0
  sessionStorage.clear()
  announcement.set('')
})
afterEach(() => scrollTo.mockClear())

/** A list with a panel over it, and another page. */
async function show(path: string) {
  const root = createRootRoute({
    component: () => (
      <main tabIndex={-1}>
        <Outlet />
        <Announcer />
      </main>
    ),
  })
  const list = createRoute({
    getParentRoute: () => root,
    id: 'list',
    staticData: { crumb: { label: 'Projects', to: '/projects' } },
    component: () => (
      <>
        <h1>Projects</h1>
        <button>opener</button>
        <Outlet />
      </>
    ),
  })
  const index = createRoute({ getParentRoute: () => list, path: '/projects' })
  const panel = createRoute({
    getParentRoute: () => list,
    path: '/projects-new',
    staticData: { panel: true, crumb: { label: 'New project', titleOnly: true } },
    component: () => <p>panel</p>,
  })
  const other = createRoute({
    getParentRoute: () => root,
    path: '/projects/$project/disks',
    staticData: { crumb: { label: 'Disks' } },
    component: () => <h1>Disks</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([list.addChildren([index, panel]), other]),
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: () => false,
  })
  watchHistory(router)
  watchArrivals(router)
  render(<RouterProvider router={router as never} />)
  await waitFor(() => expect(router.state.status).toBe('idle'))
  const go = async (href: string) => {
    await router.navigate({ href })
    await waitFor(() => expect(router.state.status).toBe('idle'))
  }
  const back = async () => {
    router.history.back()
    await waitFor(() => expect(router.state.status).toBe('idle'))
  }
  return { router, go, back }
}

test('does not announce, focus or scroll the first page', async () => {
  await show('/projects')
  expect(scrollTo).not.toHaveBeenCalled()
  expect(announcement.get()).toBe('')
  expect(document.activeElement).toBe(document.body)
})

test('scrolls a new page to its top, announces it and focuses its heading', async () => {
  const { go } = await show('/projects')
  window.scrollY = 700
  await go('/projects/a/disks')
  expect(window.scrollY).toBe(0)
  expect(screen.getByText('Disks', { selector: '[aria-live]' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Disks' }))
})

test('restores the scroll position on Back, separately for each visit of a page', async () => {
  const { go, back } = await show('/projects')
  window.scrollY = 700
  await go('/projects/a/disks')
  await go('/projects')
  window.scrollY = 150
  await go('/projects/b/disks')
  await back()
  await waitFor(() => expect(window.scrollY).toBe(150))
  await back()
  await back()
  await waitFor(() => expect(window.scrollY).toBe(700))
})

test('keeps scroll position, focus and announcement for a panel or a query', async () => {
  const { go, back } = await show('/projects')
  window.scrollY = 400
  screen.getByRole('button', { name: 'opener' }).focus()
  scrollTo.mockClear()
  await go('/projects-new')
  expect(await screen.findByText('panel')).toBeTruthy()
  await back()
  await go('/projects?name=web')
  expect(scrollTo).not.toHaveBeenCalled()
  expect(announcement.get()).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'opener' }))
})

test('keeps the focus on a tab while the user moves along tabs', async () => {
  const { go } = await show('/projects')
  const tab = document.body.appendChild(document.createElement('a'))
  tab.setAttribute('role', 'tab')
  tab.tabIndex = 0
  tab.focus()
  await go('/projects/a/disks')
  expect(document.activeElement).toBe(tab)
  tab.remove()
})
