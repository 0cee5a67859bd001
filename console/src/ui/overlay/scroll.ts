/** A wheel or a finger scrolls for so long after it was last heard of; milliseconds. */
const LASTS = 500

let moved = -Infinity
const note = () => void (moved = performance.now())
for (const type of ['wheel', 'touchmove'])
  globalThis.addEventListener?.(type, note, { capture: true, passive: true })

/**
 * Whether this is called for a scroll that nobody made: pages scroll by themselves to bring into sight what got the focus, and when
 * something above grows. React Aria closes what lies over a page at any scroll, which then closes lists that have just been opened.
 */
export function scrolledByItself(): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- what is closed is not told why
  const { event } = globalThis
  if (event?.type !== 'scroll' || performance.now() - moved <= LASTS) return false
  // What lies over the page moves with the page, but not with a part of it: React Aria finds its place anew when the window changes.
  if (event.target !== document) queueMicrotask(() => globalThis.dispatchEvent(new Event('resize')))
  return true
}
