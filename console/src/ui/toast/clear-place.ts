export type Clearance = {
  /** How far the stack is lifted, in pixels. */
  lift: number
  /** The most width of the stack, in pixels; null for its own. */
  width: number | null
}

/** A place on the screen, in pixels. */
type Box = { left: number; right: number; top: number; bottom: number }

/** Space between a toast and the bar below it, in pixels. */
const GAP = 8

/**
 * Returns how far a stack of toasts must be lifted so that it covers no bar, in pixels.
 * @param stack its place without a lift.
 */
export function toastOffset(stack: Box, others: readonly Box[]): number {
  let lift = 0
  // From the lowest bar up, because a lifted stack may reach the next one.
  for (const bar of others.toSorted((a, b) => b.bottom - a.bottom)) {
    const isEmpty = bar.top >= bar.bottom
    const isBeside = bar.left >= stack.right || bar.right <= stack.left
    const isAbove = bar.bottom <= stack.top - lift
    const isBelow = bar.top >= stack.bottom - lift
    if (!isEmpty && !isBeside && !isAbove && !isBelow) lift = stack.bottom - bar.top + GAP
  }
  return lift
}

/** What users are about to press or read, wherever it is on a page. */
const CONTROLS = 'main :is(button, [role=tab])'
/** The narrowest toast that can be read, and the width of one that has room, in pixels. */
const MIN_WIDTH = 176
const MAX_WIDTH = 384

const boxOf = (element: Element): Box => element.getBoundingClientRect()

const partition = <Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(is),
  items.filter((item) => !is(item)),
]

/**
 * Returns where a stack of toasts covers no bar, button, tab or terminal. A terminal is as high as its page: there the stack is
 * beside it, or above it where there is no room. Where controls are everywhere, only bars count.
 * @param stack its place without a lift.
 */
export function clearanceOf(
  stack: Box,
  { bars, controls, terminals }: Readonly<Record<'bars' | 'controls' | 'terminals', readonly Box[]>>,
): Clearance {
  const [terminal] = terminals
  const room = terminal ? terminal.left - GAP - stack.left : 0
  const width = room >= MIN_WIDTH && room < stack.right - stack.left ? room : null
  const narrow = width === null ? stack : { ...stack, right: stack.left + width }
  const lift = toastOffset(narrow, [...bars, ...controls, ...terminals])
  return { lift: stack.top - lift < 0 ? toastOffset(narrow, bars) : lift, width }
}

/** Returns where a stack of toasts covers none of these bars, nor a control of the page. */
function placeOf(stack: HTMLElement, bars: Iterable<Element>): Clearance {
  // Offsets don't include the lift. The width is that of a stack with room.
  const { offsetLeft: left, offsetTop: top, offsetHeight } = stack
  const right = left + Math.min(MAX_WIDTH, window.innerWidth - 2 * left)
  const [terminals, low] = partition([...bars], (bar) => bar.hasAttribute('data-terminal'))
  return clearanceOf(
    { left, right, top, bottom: top + offsetHeight },
    {
      bars: low.map(boxOf),
      controls: [...document.querySelectorAll(CONTROLS)].map(boxOf),
      terminals: terminals.map(boxOf),
    },
  )
}

/** Tells where a stack of toasts is best, now and when something resizes, until the signal ends it. */
export function followPlace(
  stack: HTMLElement,
  bars: Iterable<Element>,
  tell: (change: (before: Clearance) => Clearance) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const measure = () => {
    const next = placeOf(stack, bars)
    tell((before) => (before.lift === next.lift && before.width === next.width ? before : next))
  }
  measure()
  const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
  for (const element of [stack, ...bars]) observer?.observe(element)
  signal.addEventListener('abort', () => observer?.disconnect())
  window.addEventListener('resize', measure, { signal })
}
