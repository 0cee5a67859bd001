import { expect, test, vi } from 'vitest'
import { fetchAheadWhenUsed } from './fetch-ahead.ts'

const fetched = vi.hoisted(() => ({
  menus: vi.fn(),
  overlays: vi.fn(() => Promise.reject(new Error('offline'))),
}))
vi.mock('../ui/menu/menu.tsx', () => ({ preloadMenus: fetched.menus }))
vi.mock('../ui/overlay/lazy-frame.tsx', () => ({ preloadOverlays: fetched.overlays }))

test('menus and dialogs are fetched once, at the first sign of somebody', async () => {
  fetchAheadWhenUsed()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(fetched.menus).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointermove'))
  window.dispatchEvent(new Event('keydown'))
  await vi.waitFor(() => expect(fetched.overlays).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(fetched.menus).toHaveBeenCalledOnce()
  expect(fetched.overlays).toHaveBeenCalledOnce()
})
