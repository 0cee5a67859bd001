import { fetchPages, idle, type Page, savesData } from './prefetch.ts'
import { preloadMenus } from '../ui/menu/menu.tsx'
import { preloadOverlays } from '../ui/overlay/lazy-frame.tsx'

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Prefetches code after the first interaction, while the browser is idle: first the routes of all pages, because a click may
 * follow that needs one of them; then menus and dialogs, so that the first one opens at once, and the pages one by one, so that
 * they open without a connection too. Without an interaction nothing is prefetched. Call it once.
 * @param pages loads the routes of all pages.
 */
export function preloadOnActivity(pages: () => Promise<readonly Page[]>): void {
  const over = new AbortController()
  const fetchAhead = async () => {
    over.abort()
    await idle()
    // A user who opens a page, a menu or a dialog retries the import, and sees its failure.
    const all = savesData() ? [] : await pages().catch(() => [])
    await idle()
    preloadMenus()
    preloadOverlays().catch(() => {})
    await fetchPages(all)
  }
  for (const sign of ACTIVITY_EVENTS)
    window.addEventListener(sign, () => void fetchAhead(), {
      signal: over.signal,
      passive: true,
      capture: true,
    })
}
