/** Milliseconds for which a wheel or touch event counts as scrolling. */
const SCROLL_DURATION_MS = 500

let moved = -Infinity
const note = () => void (moved = performance.now())
for (const type of ['wheel', 'touchmove'])
  globalThis.addEventListener?.(type, note, { capture: true, passive: true })

/**
 * Whether a scroll event isn't from the user: pages scroll by themselves to show the focused element, and when content
 * above grows. React Aria closes overlays at any scroll, and so lists that have just opened.
 */
export function isProgrammaticScroll(): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- callbacks get no reason
  const { event } = globalThis
  if (event?.type !== 'scroll' || performance.now() - moved <= SCROLL_DURATION_MS) return false
  // An overlay moves with the page, but not with a scrolling part of it: React Aria updates its position when the
  // window changes.
  if (event.target !== document) queueMicrotask(() => globalThis.dispatchEvent(new Event('resize')))
  return true
}
