import type { RegisteredRouter } from '@tanstack/react-router'

/**
 * Starts the code and the data of a link's page when the pointer goes down: the click follows when it goes up, about a tenth of a
 * second later. Call it once.
 */
export function preloadOnPress(router: Pick<RegisteredRouter, 'preloadRoute'>): void {
  window.addEventListener(
    'pointerdown',
    (event) => {
      const href = pressedAddress(event)
      // A failure shows when the click loads the page.
      if (href !== null) router.preloadRoute({ href } as never).catch(() => {})
    },
    { capture: true, passive: true },
  )
}

/** Returns the address that a press would open in this tab, or null. */
function pressedAddress({ target, button, altKey, ctrlKey, metaKey, shiftKey }: PointerEvent): string | null {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || link.download) return null
  const { pathname, search } = link
  return pathname === location.pathname ? null : pathname + search
}
