import type { RegisteredRouter } from '@tanstack/react-router'

/** The pointer comes to a link about a tenth of a second before the click, and the focus before the key. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Starts the code and the data of a link's page when the pointer is on it, when it has the focus, and when it is pressed: what has been
 * read by then is read again only if it is no longer fresh. One listener for all links, because the router's own would be one each, in
 * every row of a list. Call it once.
 */
export function preloadOnIntent(router: Pick<RegisteredRouter, 'preloadRoute'>): void {
  for (const sign of SIGNS)
    window.addEventListener(
      sign,
      (event) => {
        const href = addressAt(event)
        // A failure shows when the click loads the page.
        if (href !== null) router.preloadRoute({ href } as never).catch(() => {})
      },
      { capture: true, passive: true },
    )
}

/** Returns the address that a click would open in this tab, or null. */
function addressAt(event: PointerEvent | FocusEvent): string | null {
  const { target, relatedTarget } = event
  if (event instanceof PointerEvent && (event.button > 0 || hasModifier(event))) return null
  const link = target instanceof Element ? target.closest('a') : null
  // Moving within a link is not new.
  if (!link || (relatedTarget instanceof Node && link.contains(relatedTarget))) return null
  if (link.origin !== location.origin || link.target || link.download) return null
  const { pathname, search } = link
  return pathname === location.pathname ? null : pathname + search
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: PointerEvent) =>
  altKey || ctrlKey || metaKey || shiftKey
