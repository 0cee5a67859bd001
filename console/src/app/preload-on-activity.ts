import { preloadMenus } from '../ui/menu/menu.tsx'
import { preloadOverlays } from '../ui/overlay/lazy-frame.tsx'

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Prefetches code after the first interaction: at once the routes of all pages, because a click may follow that needs one of
 * them; then, while the browser is idle, menus and dialogs, so that the first one opens at once, and the pages one by one, so
 * that they open without a connection too. Without an interaction nothing is prefetched. Call it once.
 * @param pages loads the routes of all pages.
 */
export function preloadOnActivity(pages: () => Promise<readonly Page[]>): void {
  const over = new AbortController()
  const fetchAhead = () => {
    over.abort()
    // A user who opens a page, a menu or a dialog retries the import, and sees its failure.
    const routes = savesData() ? Promise.resolve([]) : pages().catch(() => [])
    void routes.then((all) =>
      whenIdle(() => {
        preloadMenus()
        preloadOverlays().catch(() => {})
        void fetchPages(all)
      }),
    )
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

/** Browsers that are never idle, or draw no frames, run a task after this time; milliseconds. */
const MAX_BUSY_MS = 2_000

/** Runs a task when the browser is idle. Safari has no idle callbacks. */
const whenIdle = (task: () => void): unknown =>
  window.requestIdleCallback ? window.requestIdleCallback(task, { timeout: MAX_BUSY_MS }) : setTimeout(task)

/** Whether the user has set the browser to save data. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
