import { preloadMenus } from '../ui/menu/menu.tsx'
import { preloadOverlays } from '../ui/overlay/lazy-frame.tsx'

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Prefetches code after the first interaction, while the browser is idle: menus and dialogs, so that the first one
 * opens at once, then the other pages one by one, so that they open without a connection too. Without an interaction
 * nothing is prefetched. Call it once.
 * @param pages loads the routes of all pages.
 */
export function preloadOnActivity(pages: () => Promise<readonly Page[]>): void {
  const over = new AbortController()
  const fetchAhead = () => {
    over.abort()
    whenIdle(() => {
      preloadMenus()
      // A user who opens one retries the import, and sees its failure.
      preloadOverlays().catch(() => {})
      if (!savesData()) void pages().then(fetchPages)
    })
  }
  for (const sign of ACTIVITY_EVENTS)
    window.addEventListener(sign, fetchAhead, { signal: over.signal, passive: true, capture: true })
}

type Page = { options: { component?: unknown } }

async function fetchPages(pages: readonly Page[]): Promise<void> {
  for (const { options } of pages) {
    // A loaded component has no `preload` any more.
    const { preload } = (options.component ?? {}) as { preload?: () => Promise<void> }
    if (!preload) continue
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that they get in the way of nothing
    await new Promise<void>((resolve) => whenIdle(() => void preload()?.then(resolve, resolve)))
  }
}

/** Runs a task when the browser is idle. Safari has no idle callbacks. */
const whenIdle = (task: () => void): unknown => (window.requestIdleCallback ?? setTimeout)(task)

/** Whether the user has set the browser to save data. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
