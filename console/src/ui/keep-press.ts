const PRESSABLE = 'button, a[href], label, input[type=checkbox], input[type=radio]'
/** Pixels that a finger or a hand moves during a press. */
const TOLERANCE = 4

type Press = { element: HTMLElement; pointerId: number; x: number; y: number }

/**
 * Completes a press on a button, link or checkbox that moved away before the release, for example because the blurred
 * field above it showed an error, or because the rest of its dialog loaded. The browser then clicks neither element.
 * @returns a function that stops it.
 */
export function keepPress(): () => void {
  let press: Press | null = null

  function onDown(event: PointerEvent): void {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(PRESSABLE)
    const isPlain = event.isPrimary && event.button === 0 && !hasModifier(event)
    const { pointerId, clientX: x, clientY: y } = event
    press = element && isPlain ? { element, pointerId, x, y } : null
  }
  function onUp(event: PointerEvent): void {
    const ended = press
    press = null
    if (!ended || event.pointerId !== ended.pointerId || !isLost(ended, event)) return
    // React Aria cancels its own press in this event.
    setTimeout(() => ended.element.click())
  }
  const onCancel = () => (press = null)

  document.addEventListener('pointerdown', onDown, true)
  document.addEventListener('pointerup', onUp, true)
  document.addEventListener('pointercancel', onCancel, true)
  return () => {
    document.removeEventListener('pointerdown', onDown, true)
    document.removeEventListener('pointerup', onUp, true)
    document.removeEventListener('pointercancel', onCancel, true)
  }
}

const hasModifier = (event: PointerEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey

/**
 * Whether the release reached the element, as the browser says by itself. The target of a finger, and of a captured mouse, is
 * where the press began.
 */
const isReached = (element: Element, { target, pointerType, pointerId }: PointerEvent): boolean =>
  pointerType === 'mouse' &&
  target instanceof Element &&
  element.contains(target) &&
  !target.hasPointerCapture(pointerId)

/** Whether the pointer stayed in its place and the element left it. A popup that covers the element has the press to itself. */
function isLost({ element, x, y }: Press, event: PointerEvent): boolean {
  // Below, each click would wait for the layout of the page.
  if (isReached(element, event)) return false
  if (Math.abs(event.clientX - x) > TOLERANCE || Math.abs(event.clientY - y) > TOLERANCE) return false
  if (!element.isConnected || element.closest('[inert], [aria-hidden=true]')) return false
  // Its ::after can be larger, for example as large as the cell of a table; the browser clicks it there.
  if (element.contains(document.elementFromPoint(event.clientX, event.clientY))) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x < left || x >= right || y < top || y >= bottom
}
