import type { AnyRouter } from '@tanstack/react-router'
import { wasPushed } from './kit/pages/history.ts'

/** Presses that decide something else: a link leads elsewhere, and an open dialog or list takes its own. */
const OTHER_INTENT = 'a, [role$=dialog], .popup'

/**
 * Lets the user withdraw from a panel that has yet to appear in the way in which they close an open one: by Escape, or by
 * a press beside it. Its page then stays as it is, also when the code or the data of the panel arrive. Call it once.
 */
export function withdrawPanels(router: AnyRouter): void {
  const withdraw = () => {
    const shown = router.state.resolvedLocation
    const next = router.latestLocation
    // Without an entry of its own there is no page to go back to.
    if (!shown || shown.href === next.href || !wasPushed()) return
    if (router.getMatchedRoutes(next.pathname)[2]?.options.staticData?.panel !== true) return
    router.history.back()
  }
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && withdraw())
  window.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest(OTHER_INTENT)) withdraw()
  })
}
