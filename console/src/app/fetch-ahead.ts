import { preloadMenus } from '../ui/menu/menu.tsx'
import { preloadOverlays } from '../ui/overlay/lazy-frame.tsx'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Menus and dialogs are fetched at the first sign that somebody is there: a page that is only looked at does without them,
 * and the first menu opens at once all the same. Call it once.
 */
export function fetchAheadWhenUsed(): void {
  const over = new AbortController()
  const fetchAhead = () => {
    over.abort()
    // Safari has no idle callbacks.
    const whenIdle: (task: () => void) => unknown = window.requestIdleCallback ?? setTimeout
    whenIdle(() => {
      preloadMenus()
      // Whoever opens one asks again, and hears of the failure there.
      preloadOverlays().catch(() => {})
    })
  }
  for (const sign of SIGNS)
    window.addEventListener(sign, fetchAhead, { signal: over.signal, passive: true, capture: true })
}
