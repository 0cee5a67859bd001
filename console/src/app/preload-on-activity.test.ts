import { expect, test, vi } from 'vitest'
import { preloadOnActivity } from './preload-on-activity.ts'

/** A busy machine may need longer than the default of one second. */
const WAIT = { timeout: 60_000 }

const fetched = vi.hoisted(() => ({
  menus: vi.fn(),
  overlays: vi.fn(() => Promise.reject(new Error('offline'))),
}))
vi.mock('../ui/menu/menu.tsx', () => ({ preloadMenus: fetched.menus }))
vi.mock('../ui/overlay/lazy-frame.tsx', () => ({ preloadOverlays: fetched.overlays }))

/** Runs everything that `preloadOnActivity` has deferred. */
const settle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
const pageOf = (preload?: () => Promise<void>) => ({ options: { component: { preload } } })

test('prefetches menus, dialogs and pages once, at the first interaction', async () => {
  const fetchPage = vi.fn(async () => {})
  preloadOnActivity(async () => [{ options: {} }, pageOf(fetchPage), pageOf()])
  await settle()
  expect(fetched.menus).not.toHaveBeenCalled()
  expect(fetchPage).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointermove'))
  window.dispatchEvent(new Event('keydown'))
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalled(), WAIT)
  await settle()
  expect(fetched.menus).toHaveBeenCalledOnce()
  expect(fetched.overlays).toHaveBeenCalledOnce()
  expect(fetchPage).toHaveBeenCalledOnce()
})

test('prefetches pages one at a time', async () => {
  let finish = () => {}
  const first = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const second = vi.fn(async () => {})
  preloadOnActivity(async () => [pageOf(first), pageOf(second)])
  window.dispatchEvent(new Event('keydown'))
  await vi.waitFor(() => expect(first).toHaveBeenCalled(), WAIT)
  await settle()
  expect(second).not.toHaveBeenCalled()
  finish()
  await vi.waitFor(() => expect(second).toHaveBeenCalled(), WAIT)
})

test('goes on after a page that cannot be fetched', async () => {
  const other = vi.fn(async () => {})
  const failing = vi.fn(() => new Promise<void>((_, reject) => setTimeout(reject)))
  preloadOnActivity(async () => [pageOf(failing), pageOf(other)])
  window.dispatchEvent(new Event('keydown'))
  await vi.waitFor(() => expect(other).toHaveBeenCalled(), { timeout: 5_000 })
})

test('fetches menus and dialogs after the routes, also if the routes cannot be fetched', async () => {
  for (const outcome of ['resolve', 'reject'] as const) {
    fetched.menus.mockClear()
    const routes = Promise.withResolvers<[]>()
    const pages = vi.fn(() => routes.promise)
    preloadOnActivity(pages)
    window.dispatchEvent(new Event('pointermove'))
    // oxlint-disable-next-line no-await-in-loop -- one outcome after the other
    await vi.waitFor(() => expect(pages).toHaveBeenCalledOnce(), WAIT)
    // oxlint-disable-next-line no-await-in-loop -- one outcome after the other
    await settle()
    expect(fetched.menus).not.toHaveBeenCalled()
    routes[outcome]([])
    // oxlint-disable-next-line no-await-in-loop -- one outcome after the other
    await vi.waitFor(() => expect(fetched.menus).toHaveBeenCalledOnce(), WAIT)
  }
})
