import type { AnyRouter } from '@tanstack/react-router'
import { createStore } from '../../ui/store.ts'
import { crumbsOf, PRODUCT } from '../crumbs.ts'
import { wasPushed } from '../kit/history.ts'
import { isPanelOpen, pageShown } from './page.ts'
import { rememberedScroll, rememberScroll } from './scroll-memory.ts'

/** What is said to those who do not see that the page has changed. */
export const announcement = createStore('')

/**
 * Does what a browser does by itself when whole pages load: a new page begins at its top, has the focus, and is announced;
 * going back finds the place where one was. Panels and queries leave all three alone, as the page stays. Call it once.
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
    window.scrollTo({ top: wasPushed() ? 0 : rememberedScroll(toLocation.state.__TSR_key) })
    if (isFirst || isPanelOpen(router)) return
    announcement.set(wordsFor(router))
    focusPage()
  })
}

const wordsFor = ({ state: { matches } }: AnyRouter): string =>
  crumbsOf(matches)
    .map(({ label }) => label)
    .toReversed()
    .join(', ') || PRODUCT

/**
 * The focus goes to the heading of the page; whoever walks along tabs stays on them, and a page that is for typing one
 * thing has it there already.
 */
function focusPage(): void {
  if (document.activeElement?.matches('[role=tab], [data-keeps-focus] *')) return
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}
