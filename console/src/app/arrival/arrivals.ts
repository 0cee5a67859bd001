import type { AnyRouter } from '@tanstack/react-router'
import { createStore } from '../../ui/store.ts'
import { crumbsOf, PRODUCT } from '../crumbs.ts'
import { wasPushed } from '../kit/pages/history.ts'
import { isPanelOpen, pageShown } from './page.ts'
import { rememberedScroll, rememberScroll } from './scroll-memory.ts'

/** The announcement of a page change for screen readers. */
export const announcement = createStore('')

/**
 * Imitates page loads of a browser: a new page starts at its top, is focused and announced, and Back restores the
 * scroll position. Panels and queries change none of the three, because the page stays. Call it once.
 */
export function watchArrivals(router: AnyRouter): void {
  let shown: string | undefined
  history.scrollRestoration = 'manual'
  router.subscribe('onBeforeLoad', ({ fromLocation }) => rememberScroll(fromLocation?.state.__TSR_key))
  window.addEventListener('pagehide', () => rememberScroll(router.state.location.state.__TSR_key))
  router.subscribe('onRendered', ({ toLocation }) => {
    const page = pageShown(router)
    if (page === shown) return
    const isFirst = shown === undefined
    shown = page
    const top = wasPushed() ? 0 : rememberedScroll(toLocation.state.__TSR_key)
    // A new document is at its top. Scrolling would compute its layout in the task that renders it.
    if (!isFirst || top > 0) window.scrollTo({ top })
    if (isFirst || isPanelOpen(router)) return
    announcement.set(failureText(router))
    focusPage()
  })
}

const failureText = ({ state: { matches } }: AnyRouter): string =>
  crumbsOf(matches)
    .map(({ label }) => label)
    .toReversed()
    .join(', ') || PRODUCT

/**
 * Focuses the heading of the page. The focus stays on tabs that the user moves along, and in a field that the page has
 * focused already.
 */
function focusPage(): void {
  if (document.activeElement?.matches('[role=tab], [data-keeps-focus] *')) return
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}
