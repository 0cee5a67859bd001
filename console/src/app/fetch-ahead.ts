import type { RegisteredRouter } from '@tanstack/react-router'
import { preloadMenus } from '../ui/menu/menu.tsx'
import { preloadOverlays } from '../ui/overlay/lazy-frame.tsx'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches code ahead once somebody uses the page, while the browser is idle: menus and dialogs, so that the first one opens at once,
 * then the other pages one by one, so that they open without a connection too. A page that is only looked at loads none of it.
 * Call it once.
 */
export function fetchAheadWhenUsed(router: Pick<RegisteredRouter, 'routesById'>): void {
  const over = new AbortController()
  const fetchAhead = () => {
    over.abort()
    whenIdle(() => {
      preloadMenus()
      // A user who opens one asks again, and hears of the failure there.
      preloadOverlays().catch(() => {})
      if (!savesData()) void fetchPages(Object.values(router.routesById))
    })
  }
  for (const sign of SIGNS)
    window.addEventListener(sign, fetchAhead, { signal: over.signal, passive: true, capture: true })
}

type Page = { options: { component?: unknown } }

async function fetchPages(pages: readonly Page[]): Promise<void> {
  for (const { options } of pages) {
    // A component that has its code has no `preload` any more.
    const { preload } = (options.component ?? {}) as { preload?: () => Promise<void> }
    if (!preload) continue
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that they get in the way of nothing
    await new Promise<void>((resolve) => whenIdle(() => void preload()?.then(resolve)))
  }
}

/** Runs a task when the browser is idle. Safari has no idle callbacks. */
const whenIdle = (task: () => void): unknown => (window.requestIdleCallback ?? setTimeout)(task)

/** Whether the user has told the browser to save data. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
