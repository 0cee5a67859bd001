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

type Page = { options: { component?: unknown } }

async function fetchPages(pages: readonly Page[]): Promise<void> {
  for (const { options } of pages) {
    // A loaded component has no `preload` any more.
    const { preload } = (options.component ?? {}) as { preload?: () => Promise<void> }
    if (!preload) continue
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that they get in the way of nothing
    await idle()
      .then(preload)
      .catch(() => {})
  }
}

/** Browsers that are never idle, or draw no frames, count as idle after this time; milliseconds. */
const MAX_BUSY_MS = 2_000

/** Resolves when the browser is idle. Safari has no idle callbacks. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: MAX_BUSY_MS })
    else setTimeout(resolve)
  })

/** Whether the user has set the browser to save data. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
