import type { RegisteredRouter } from '@tanstack/react-router'

/** Milliseconds that the pointer rests on a link: on its way across a list it would read the page of every row. */
const REST_MS = 40

/**
 * Starts the code and the data of a link's page when the pointer rests on it, about a tenth of a second before the click, when it has the
 * focus, and when it is pressed. The click reads again only data that is no longer fresh. One listener for all links,
 * because the router's own would be one each, in every row of a list. Call it once.
 */
export function preloadOnIntent(router: Pick<RegisteredRouter, 'preloadRoute'>): void {
  // A failure shows when the click loads the page.
  const load = (href: string) => router.preloadRoute({ href } as never).catch(() => {})
  const on = <Sign extends 'pointerover' | 'pointerdown' | 'pointerup' | 'focusin'>(
    sign: Sign,
    handle: (event: WindowEventMap[Sign]) => void,
  ) => window.addEventListener(sign, handle, { capture: true, passive: true })

  let resting: ReturnType<typeof setTimeout> | undefined
  on('pointerover', (event) => {
    if (isWithinLink(event)) return
    clearTimeout(resting)
    const href = addressAt(event)
    if (href !== null) resting = setTimeout(() => void load(href), REST_MS)
  })
  let pressed: string | null = null
  on('pointerdown', (event) => {
    pressed = addressAt(event)
    if (pressed !== null) void load(pressed)
  })
  on('pointerup', () => (pressed = null))
  on('focusin', (event) => {
    const href = addressAt(event)
    // A press gives the focus too, and the work would delay its click.
    if (href !== null && href !== pressed) void load(href)
  })
}

const linkAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null)

/** Whether the pointer only moves within a link. */
const isWithinLink = ({ target, relatedTarget }: PointerEvent): boolean =>
  relatedTarget instanceof Node && linkAt(target)?.contains(relatedTarget) === true

/** Returns the address that a click would open in this tab, or null. */
function addressAt(event: PointerEvent | FocusEvent): string | null {
  if (event instanceof PointerEvent && (event.button > 0 || hasModifier(event))) return null
  const link = linkAt(event.target)
  if (!link) return null
  if (link.origin !== location.origin || link.target || link.download) return null
  const { pathname, search } = link
  return pathname === location.pathname ? null : pathname + search
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: PointerEvent) =>
  altKey || ctrlKey || metaKey || shiftKey
