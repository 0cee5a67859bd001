import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { place, type Side } from './place.ts'

/** Milliseconds of hovering before a tooltip opens. */
export const TOOLTIP_DELAY = 250

let home: HTMLElement | undefined

/** Tooltips are rendered outside the page, so that their text isn't part of a cell, and dialogs don't hide them. */
function tooltipHome(): HTMLElement {
  if (!home?.isConnected) {
    home = document.body.appendChild(document.createElement('div'))
    home.dataset.reactAriaTopLayer = 'true'
  }
  return home
}

/** Where the pointer has been since when. A table that is rendered anew has other elements at the same place. */
let rest = { x: -1, y: -1, since: 0 }

/** Returns how many milliseconds of a delay are left for a pointer that enters an element. */
function delayLeft({ clientX: x, clientY: y }: PointerEvent, delay: number): number {
  const now = performance.now()
  if (x !== rest.x || y !== rest.y) rest = { x, y, since: now }
  return Math.max(0, delay - (now - rest.since))
}

const isFocusVisible = (element: Element) => {
  try {
    return element.matches(':focus-visible')
  } catch {
    return true
  }
}

export type TooltipOptions = {
  side?: Side
  /** Milliseconds of hovering before it opens. */
  delay?: number
  /** The text is already the accessible name, so it is shown but not announced twice. */
  namesChild?: boolean
  /** Opens only if the text of the element is truncated, which is measured then. */
  onlyIfCut?: boolean
}

const isCut = (element: Element) => element.scrollWidth > element.clientWidth

/**
 * The behaviour of a tooltip for any element: it opens after `delay` of hovering and at once on keyboard focus, and
 * closes at once on leaving, Escape or a press. The text is in the document all the time, for `aria-describedby`, unless
 * it names the element. Does nothing without content. Lists have several in each row, so one that is closed has no effects.
 */
export function useTooltip(
  content: ReactNode,
  { side = 'top', delay = TOOLTIP_DELAY, namesChild, onlyIfCut }: TooltipOptions = {},
) {
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What it is open at. */
  const [anchor, setAnchor] = useState<Element | null>(null)
  const close = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const show = (element: Element, after: number) => {
    if (onlyIfCut && !isCut(element)) return
    clearTimeout(timer.current)
    if (after === 0) setAnchor(element)
    // Nothing happens if the element has gone by then.
    else timer.current = setTimeout(() => setAnchor(element), after)
  }
  const handlers = {
    onPointerEnter: (event: PointerEvent) =>
      event.pointerType !== 'touch' && show(target(event), delayLeft(event, delay)),
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: (event: FocusEvent) => isFocusVisible(event.target) && show(target(event), 0),
    onBlur: close,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !anchor) return
      // Escape closes the topmost layer, which is the tooltip.
      event.stopPropagation()
      close()
    },
  }
  if (!content) return { description: undefined, handlers: {}, element: null }
  const description = namesChild ? undefined : id
  if (namesChild && !anchor) return { description, handlers, element: null }
  const element = createPortal(
    anchor ? (
      <OpenBubble id={id} anchor={anchor} side={side} onClose={setAnchor}>
        {content}
      </OpenBubble>
    ) : (
      <div id={id} role="tooltip" popover="manual" className="tooltip">
        {content}
      </div>
    ),
    tooltipHome(),
  )
  return { description, handlers, element }
}

type OpenBubbleProps = {
  id: string
  anchor: Element
  side: Side
  onClose: (anchor: null) => void
  children: ReactNode
}

/** Shows its text beside the anchor until something scrolls or Escape is pressed. */
function OpenBubble({ id, anchor, side, onClose, children }: OpenBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current!
    element.showPopover?.()
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const { left, top } = place(
      side,
      anchor.getBoundingClientRect(),
      element.getBoundingClientRect(),
      viewport,
    )
    element.style.left = `${left}px`
    element.style.top = `${top}px`
    const away = () => onClose(null)
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && away()
    window.addEventListener('scroll', away, { capture: true, passive: true })
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('scroll', away, { capture: true })
      window.removeEventListener('keydown', onKey)
    }
  }, [anchor, side, onClose])
  return (
    <div ref={bubble} id={id} role="tooltip" popover="manual" className="tooltip" data-open="">
      {children}
    </div>
  )
}

/** The element itself, or the child of a wrapper without a box of its own. */
const target = ({ currentTarget }: { currentTarget: Element }): Element =>
  currentTarget.hasAttribute('data-tooltip-wrapper')
    ? (currentTarget.firstElementChild ?? currentTarget)
    : currentTarget
