import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { fireEvent, waitFor } from '../ui/testing.ts'
import { watchHistory } from './kit/pages/history.ts'
import { panel } from './panel.ts'
import { withdrawPanels } from './withdraw-panels.ts'

afterEach(() => void (document.body.innerHTML = ''))

/** A list, with a panel and a page that load until `release`. */
async function open() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const root = createRootRoute()
  const list = createRoute({ getParentRoute: () => root, path: '/disks' })
  const create = createRoute({
    getParentRoute: () => root,
    path: '/disks-new',
    staticData: panel('New disk'),
    loader: () => promise,
  })
  const page = createRoute({ getParentRoute: () => root, path: '/snapshots', loader: () => promise })
  const history = createMemoryHistory({ initialEntries: ['/disks'] })
  const router = createRouter({ routeTree: root.addChildren([list, create, page]), history })
  watchHistory(router)
  await router.load()
  // The component of the router does this.
  router.history.subscribe(() => void router.load())
  withdrawPanels(router)
  const at = () => router.history.location.pathname
  const go = (to: string) => {
    router.history.push(to)
    expect(at()).toBe(to)
  }
  return { at, go, release, router }
}

test('Escape withdraws from a panel that loads, and it stays withdrawn', async () => {
  const { at, go, release, router } = await open()
  go('/disks-new')
  await vi.waitFor(() => expect(router.latestLocation.pathname).toBe('/disks-new'))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(at()).toBe('/disks'))
  release()
  await router.load()
  expect(router.state.location.pathname).toBe('/disks')
})

test('a press beside the panel withdraws from it too, but not one on a link', async () => {
  const { at, go, router } = await open()
  document.body.innerHTML = '<a href="/snapshots">Snapshots</a><p>Disks</p>'
  go('/disks-new')
  await vi.waitFor(() => expect(router.latestLocation.pathname).toBe('/disks-new'))
  fireEvent.pointerDown(document.querySelector('a')!)
  expect(at()).toBe('/disks-new')
  fireEvent.pointerDown(document.querySelector('p')!)
  await waitFor(() => expect(at()).toBe('/disks'))
})

test('leaves pages and open panels alone', async () => {
  const { at, go, release, router } = await open()
  go('/snapshots')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(at()).toBe('/snapshots')
  release()
  go('/disks-new')
  await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/disks-new'))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(at()).toBe('/disks-new')
})
